/** Queued swipes and their undoing [LIKE-5]. All share one lane, since the day's likes are counted. */
import { calls } from '#contract/calls.ts'
import type { Topic } from '#contract/device.ts'
import { Id } from '#contract/fields.ts'
import { writeLike } from '../store/likes.ts'
import { readMe } from '../store/me.ts'
import type { ListRow, Tx } from '../store/member-db.ts'
import { PROFILES_MAX } from '../store/profiles.ts'
import { likeLane } from './likes.ts'
import { isOf, queuedCall, stored, type Row } from './queued-call.ts'

const Swipe = stored('swipe.put', { profile: Id, body: calls['swipe.put'].body })
const Undo = stored('swipe.undo', { profile: Id })

const ofSwipe = {
  lane: () => 'swipe',
  topics: ({ profile }: { profile: number }): Topic[] => ['swipe', 'likes', `member:${profile}`, 'device'],
  // A refused swipe keeps its profile out of the deck until the member decides.
  isShownRefused: true,
} as const

export const swipePut = queuedCall(Swipe, {
  ...ofSwipe,
  fieldsOf: ({ params, body }) => ({ profile: params.profile, body }),
  /** An identical swipe is queued once. */
  coalesce: (lane, write) => {
    const last = lastOf(lane, write.profile)
    if (isOf(last, Swipe) && last.state !== 'failed' && last.write.body.choice === write.body.choice)
      return { drop: [], into: last, add: false }
    return { drop: [...unsentSwipe(last), ...refusedUndos(lane, write.profile)], add: true }
  },
  request: ({ profile, body }) => ({ params: { profile }, body }),
  acknowledge: async (tx, { write, answer, sentAt }) => {
    // The profile of this pass no longer exists; the answer then has no count of the day's likes.
    if (!('like' in answer)) return writeSwiped(tx, write.profile, true)
    const { likes_left, resets_at, like } = answer
    await writeSwiped(tx, write.profile, true, { likes_left, resets_at })
    if ((await readMe(tx)).seq === sentAt.seq) await writeLike(tx, like)
  },
  overlay: ({ state, written_at, write: { profile, body } }) => {
    const isLike = body.choice === 'like' && state !== 'failed'
    return {
      swipe: { profile, isSwiped: true, isLike },
      // A like in the swipe game counts as a like. A pass is not shown to anybody.
      ...(isLike ? { like: { profile, sent: { at: written_at } } } : {}),
    }
  },
  otherLanes: (write) => [likeLane(write)],
  answerIfGone: ({ body }) => (body.choice === 'pass' ? {} : null),
})

export const swipeUndo = queuedCall(Undo, {
  ...ofSwipe,
  fieldsOf: ({ params: { profile } }) => ({ profile }),
  /** Undoing a swipe that the server cannot know drops it. */
  coalesce: (lane, write) => {
    const last = lastOf(lane, write.profile)
    if (isOf(last, Undo) && last.state !== 'failed') return { drop: [], into: last, add: false }
    const drop = unsentSwipe(last)
    return { drop: [...drop, ...refusedUndos(lane, write.profile)], add: drop.length === 0 }
  },
  request: ({ profile }) => ({ params: { profile } }),
  acknowledge: (tx, { write }) => writeSwiped(tx, write.profile, false),
  overlay: ({ write: { profile } }) => ({ swipe: { profile, isSwiped: false, isLike: false } }),
  answerIfGone: () => ({}),
})

const lastOf = (lane: readonly Row[], profile: number): Row | undefined =>
  lane.findLast((row) => (isOf(row, Swipe) || isOf(row, Undo)) && row.write.profile === profile)

/** The next decision about a profile replaces the refused undo of an earlier one. */
const refusedUndos = (lane: readonly Row[], profile: number): Row[] =>
  lane.filter((row) => row.state === 'failed' && isOf(row, Undo) && row.write.profile === profile)

/** The row of a swipe that the server cannot know. */
const unsentSwipe = (last: Row | undefined): Row[] =>
  isOf(last, Swipe) && (last.state === 'failed' || last.attempts === 0) ? [last] : []

/**
 * Stores or removes a swipe that the server has confirmed. The list is as long as the limit of cached profiles.
 * @param day the server's count of the day's likes
 */
const writeSwiped = async (tx: Tx, id: number, isSwiped: boolean, day?: ListRow['day']): Promise<void> => {
  const lists = tx.objectStore('lists')
  const { items } = (await lists.get('swiped')) ?? { items: [] }
  const others = items.filter((item) => item.id !== id)
  const swiped = isSwiped ? [...others, { id, reasons: [] }].slice(-PROFILES_MAX) : others
  await lists.put({ key: 'swiped', items: swiped, held_at: 0 })
  const deck = day && (await lists.get('swipe'))
  if (deck) await lists.put({ ...deck, day })
}
