/** Sends a message to the recipient's devices, where they want to hear of it [PWA-5]. */
import type { PushSender } from '../adapters/push.ts'
import { wants } from '../areas/notices/person.ts'
import type { Deps } from '../deps.ts'
import type { JobPayload } from './kinds.ts'
import { deliver } from './push-deliver.ts'
import { fitted, pushPayload } from './push-payload.ts'

export const pushMessage =
  (deps: Deps, push: PushSender) =>
  ({ message, recipient, endpoint }: JobPayload<'push.message'>): Promise<void> =>
    deliver(deps, push, {
      recipient,
      endpoint,
      make: async () => {
        if (!(await isWanted(deps, message, recipient))) return null
        const payload = await pushPayload(deps, message, recipient)
        return payload && { text: fitted(payload), topic: payload.notification.data.message?.conversation ?? 'message' }
      },
      again: (device, runAt) => ({
        kind: 'push.message',
        payload: { message, recipient, endpoint: device },
        runAt,
      }),
    })

/** The first message of a conversation is a new conversation; each after it a new message. */
const isWanted = async ({ read }: Pick<Deps, 'read'>, message: number, recipient: number): Promise<boolean> => {
  const [row] = await read.chat.messagesById([message])
  const person = await read.notices.person(recipient)
  if (!row || !person) return false
  const before = await read.chat.messagesBefore(row.conversation, message, 0, 1)
  return wants(person, before.length === 0 ? 'new_conversations' : 'new_messages', 'push')
}
