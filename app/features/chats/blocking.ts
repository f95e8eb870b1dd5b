/** Blocking and unblocking the partner [CHAT-9]: shown at once when the server has done it, before the lists say so. */
import { useState } from 'react'
import type { ClosedReason } from '#contract/rules/may-write.ts'
import { call } from '../../ports/api.ts'
import { errorText } from '../../state/error-text.ts'
import { invalidate } from '../../state/resource.ts'
import { toast } from '../../state/toasts.ts'

type Blocking = { closed: ClosedReason | null; block: () => void; unblock: () => void }

/** @param known what the lists say so far */
export const useBlocking = (partner: number, conversation: string, known: ClosedReason | null): Blocking => {
  // What I did, as long as the lists still say what they said when I did it.
  const [done, setDone] = useState<{ blocking: boolean; whenKnown: ClosedReason | null } | null>(null)
  if (done && done.whenKnown !== known) setDone(null)

  const change = async (blocking: boolean): Promise<void> => {
    const answer = await call(blocking ? 'blocks.put' : 'blocks.delete', { params: { profile: String(partner) } })
    if (!answer.ok) {
      toast(errorText(answer.error))
      return
    }
    setDone({ blocking, whenKnown: known })
    invalidate(['blocks', 'chats', `messages:${conversation}`, `member:${partner}`])
  }

  return {
    closed: done === null ? known : done.blocking ? 'blocking' : null,
    block: () => void change(true),
    unblock: () => void change(false),
  }
}
