/** Retries or discards a write that the server refused. */
import { call } from '../ports/api.ts'
import { errorText } from './error-text.ts'
import { invalidate } from './resource.ts'
import { toast } from './toasts.ts'

export const settleWrite = async (name: 'device.retry' | 'device.discard', id: string): Promise<void> => {
  const answer = await call(name, { params: { id } })
  if (answer.ok) invalidate(['device', 'user', 'chats', 'likes'])
  else toast(errorText(answer.error))
}
