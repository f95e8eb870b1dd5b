/** Blocking and unblocking the partner [CHAT-9]: shown as soon as the call succeeds, before the lists are refetched. */
import { useState } from 'react'
import type { ClosedReason } from '#contract/rules/may-write.ts'
import { call } from '../../ports/api.ts'
import { errorText } from '../../state/error-text.ts'
import { invalidate } from '../../state/resource.ts'
import { toast } from '../../state/toasts.ts'

type Blocking = { closed: ClosedReason | null; block: () => void; unblock: () => void }

/** @param known the reason that the lists give so far */
export const useBlocking = (partner: number, conversation: string, known: ClosedReason | null): Blocking => {
  // My own change counts until the lists report another reason than they did at that moment.
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
