/**
 * Blocks or unblocks a profile and shows a toast with an undo [PROF-14]. A device without a connection queues both
 * writes.
 */
import { useState } from 'react'
import type { ClosedReason } from '#contract/rules/may-write.ts'
import { call } from '../../ports/api.ts'
import { online } from '../../state/connection.ts'
import { profileErrorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { expectOldMatch } from '../../state/likes.ts'
import { invalidate } from '../../state/resource.ts'
import { toast, undoing } from '../../state/toasts.ts'

type Person = { id: number; name: string }
type OnDone = (isBlocked: boolean) => void

const nothing = (): void => {}

/** @param onDone runs after the block, and after its undo */
export const block = (profile: Person, onDone: OnDone = nothing): Promise<void> => change('blocks.put', profile, onDone)

/** @param onDone runs after the block has ended, and after the undo of that */
export const unblock = (profile: Person, onDone: OnDone = nothing): Promise<void> =>
  change('blocks.delete', profile, onDone)

const change = async (name: 'blocks.put' | 'blocks.delete', profile: Person, onDone: OnDone): Promise<void> => {
  const answer = await call(name, { params: { profile: String(profile.id) } })
  if (!answer.ok) {
    toast(profileErrorText(answer.error))
    return
  }
  const isBlocked = name === 'blocks.put'
  if (!isBlocked) expectOldMatch(profile.id)
  onDone(isBlocked)
  const isWaiting = answer.queued && !online.value
  const blockedText = isWaiting ? 'profile.blockedOffline' : 'profile.blockedNow'
  const undo = isBlocked ? unblock : block
  toast(t(isBlocked ? blockedText : 'profile.unblockedNow', { name: profile.name }), {
    about: `block-${profile.id}`,
    action: undoing(() => void undo(profile, onDone)),
  })
  invalidate(['blocks', 'members', `member:${profile.id}`, 'chats', 'likes'])
}

type Blocking = { closed: ClosedReason | null; block: () => void; unblock: () => void }

/**
 * Blocking and unblocking the partner [CHAT-9]: shown as soon as the call succeeds, before the lists are refetched.
 * @param known the reason that the lists give so far
 */
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
