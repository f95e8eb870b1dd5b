/** Queued likes, unlikes, and looks at a received like. */
import type { CallAnswer } from '#contract/calls.ts'
import type { Topic } from '#contract/device.ts'
import { Id } from '#contract/fields.ts'
import { writeLike } from '../store/likes.ts'
import { changeMe, readMe } from '../store/me.ts'
import type { Tx } from '../store/member-db.ts'
import { lastCounts, queuedCall, stored, type SentAt } from './queued-call.ts'

type Target = { profile: number }

const ofProfile = {
  fieldsOf: ({ params: { profile } }: { params: Target }): Target => ({ profile }),
  coalesce: lastCounts,
  request: ({ profile }: Target) => ({ params: { profile } }),
}

/** The last like or unlike of a profile counts. */
const ofLike = {
  ...ofProfile,
  lane: likeLane,
  topics: ({ profile }: Target): Topic[] => ['likes', `member:${profile}`, 'device'],
  acknowledge: async (
    tx: Tx,
    { answer, sentAt }: { answer: CallAnswer<'likes.put'>; sentAt: SentAt },
  ): Promise<void> => {
    if ((await readMe(tx)).seq === sentAt.seq) await writeLike(tx, answer.like)
  },
}

/** A like in the swipe game waits in this lane too, so that a later unlike cannot overtake it. */
export function likeLane({ profile }: Target): string {
  return `like:${profile}`
}

export const likesPut = queuedCall(stored('likes.put', { profile: Id }), {
  ...ofLike,
  overlay: ({ write: { profile }, written_at }) => ({ like: { profile, sent: { at: written_at } } }),
})

export const likesDelete = queuedCall(stored('likes.delete', { profile: Id }), {
  ...ofLike,
  overlay: ({ write: { profile } }) => ({ like: { profile, sent: null } }),
  answerIfGone: ({ profile }) => ({ like: { profile, received: null, sent: null }, match: false }),
})

export const likesSeen = queuedCall(stored('likes.seen', { profile: Id }), {
  ...ofProfile,
  lane: ({ profile }) => `seen:${profile}`,
  topics: () => ['likes', 'user', 'device'],
  acknowledge: async (tx, { write }) => {
    const like = await tx.objectStore('likes').get(write.profile)
    if (!like?.received?.like_new) return
    await writeLike(tx, { ...like, received: { ...like.received, like_new: false } })
    const { counts } = await readMe(tx)
    await changeMe(tx, { counts: { ...counts, new_likes: Math.max(0, counts.new_likes - 1) } })
  },
  overlay: ({ write: { profile } }) => ({ like: { profile, isSeen: true } }),
  answerIfGone: () => ({}),
  changesBadge: true,
})
