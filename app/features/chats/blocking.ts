/** Blocking and unblocking the partner [CHAT-9]: shown as soon as the call succeeds, before the lists are refetched. */
import { useState } from 'react'
import type { ClosedReason } from '#contract/rules/may-write.ts'
import { invalidate } from '../../state/resource.ts'
import { block, unblock } from '../blocked/change-block.ts'

type Blocking = { closed: ClosedReason | null; block: () => void; unblock: () => void }

/** @param known the reason that the lists give so far */
export const useBlocking = (
  partner: { id: number; name: string },
  conversation: string,
  known: ClosedReason | null,
): Blocking => {
  // My own change counts until the lists report another reason than they did at that moment.
  const [done, setDone] = useState<{ isBlocked: boolean; whenKnown: ClosedReason | null } | null>(null)
  if (done && done.whenKnown !== known) setDone(null)

  const onDone = (isBlocked: boolean): void => {
    setDone({ isBlocked, whenKnown: known })
    invalidate([`messages:${conversation}`])
  }
  return {
    closed: done === null ? known : done.isBlocked ? 'blocking' : null,
    block: () => void block(partner, onDone),
    unblock: () => void unblock(partner, onDone),
  }
}
