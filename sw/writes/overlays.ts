/**
 * Computes the state that the member sees: the server's state with the queued writes laid over it. Nothing optimistic
 * is stored beside the outbox. So a discarded or refused write needs no undo, and the feed may arrive at any moment.
 * Pure.
 */
import type { WaitingMessage } from '#contract/entities/chat.ts'
import type { LikeState } from '#contract/entities/like.ts'
import type { User } from '#contract/entities/user.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { Overlay } from './queued-call.ts'
import { queuedCallOf } from './table.ts'

type Outbox = readonly OutboxRow[]

export const overlayOf = (row: OutboxRow): Overlay => {
  const call = queuedCallOf(row.write)
  return row.state === 'failed' && !call.isShownRefused ? {} : call.overlay(row)
}

/** One part of all overlays, in the order of writing. */
const effects = <Part extends keyof Overlay>(outbox: Outbox, part: Part): NonNullable<Overlay[Part]>[] =>
  outbox.flatMap((row) => overlayOf(row)[part] ?? [])

/** The member's own account. */
export const shownUser = (user: User, outbox: Outbox): User =>
  effects(outbox, 'user').reduce((shown, change) => change(shown), user)

/**
 * Queued and refused messages in the order of writing, without those that a later queued deletion of their conversation
 * covers.
 */
export const waitingMessages = (outbox: Outbox, member: number): WaitingMessage[] => {
  const deletions = queuedDeletions(outbox)
  return outbox.flatMap((row): WaitingMessage[] => {
    const { message } = overlayOf(row)
    if (!message || row.order < (deletions.get(message.conversation)?.order ?? 0)) return []
    const { id: client_id, written_at: sent_at, state, failure } = row
    const { conversation, content } = message
    return [{ client_id, conversation, sender: member, sent_at, state, failure, ...content }]
  })
}

/** Conversations with a queued deletion: the last message it covers, and its place in the outbox [CHAT-8]. */
export const queuedDeletions = (outbox: Outbox): ReadonlyMap<string, { up_to: number; order: number }> =>
  new Map(
    outbox.flatMap((row) => {
      const { deletion } = overlayOf(row)
      return deletion ? [[deletion.conversation, { up_to: deletion.up_to, order: row.order }]] : []
    }),
  )

/** Conversations that the member read or deleted here, with the last message of the highest queued mark. */
export const queuedReadMarks = (outbox: Outbox): ReadonlyMap<string, number> => {
  const marks = new Map<string, number>()
  for (const { conversation, up_to } of effects(outbox, 'read'))
    marks.set(conversation, Math.max(up_to, marks.get(conversation) ?? 0))
  return marks
}

/** Queued blocks and unblocks by profile; the last write counts. */
export const queuedBlocks = (outbox: Outbox): ReadonlyMap<number, boolean> =>
  new Map(effects(outbox, 'block').map(({ profile, isBlocked }) => [profile, isBlocked]))

/**
 * Unsent messages and likes to somebody whose block is queued [CHAT-9]. A block waits for no other lane, so they would be sent beside it
 * and could arrive after it.
 */
export const withheldRows = (outbox: Outbox): OutboxRow[] => {
  const last = new Map(effects(outbox, 'block').map((block) => [block.profile, block]))
  const blocks = [...last.values()].filter(({ isBlocked }) => isBlocked)
  return outbox.filter((row) => {
    const { message, like } = overlayOf(row)
    return (
      row.state === 'queued' &&
      blocks.some(
        ({ profile, conversation }) =>
          message?.conversation === conversation || (like?.profile === profile && Boolean(like.sent)),
      )
    )
  })
}

/** Queued swipes by profile: whether the last one hides the profile from the deck. */
export const queuedSwipes = (outbox: Outbox): ReadonlyMap<number, boolean> =>
  new Map(effects(outbox, 'swipe').map(({ profile, isSwiped }) => [profile, isSwiped]))

/** How many of the day's likes the queued swipes will use. */
export const queuedSwipeLikes = (outbox: Outbox): number =>
  effects(outbox, 'swipe').filter(({ isLike }) => isLike).length

export type ShownLike = LikeState & { waiting: boolean }

/** The likes with the queued writes applied: the last like or unlike of a profile counts. */
export const shownLikes = (likes: readonly LikeState[], outbox: Outbox): ShownLike[] => {
  const shown = new Map<number, ShownLike>(likes.map((like) => [like.profile, { ...like, waiting: false }]))
  for (const { profile, sent, isSeen } of effects(outbox, 'like')) {
    const like = shown.get(profile) ?? { profile, received: null, sent: null, waiting: false }
    if (sent !== undefined) shown.set(profile, { ...like, sent, waiting: sent !== null })
    else if (isSeen && like.received) shown.set(profile, { ...like, received: { ...like.received, like_new: false } })
  }
  return [...shown.values()].filter((like) => like.received || like.sent)
}

/** Profiles whose received like the member has looked at. */
export const seenLikes = (outbox: Outbox): ReadonlySet<number> =>
  new Set(effects(outbox, 'like').flatMap(({ profile, isSeen }) => (isSeen ? [profile] : [])))
