/** Like and unlike, and the state of likes between two members. Both acts are idempotent, because the outbox may send them twice [LIKE-2]. */
import type { CallAnswer } from '#contract/calls.ts'
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import type { LikeState } from '#contract/entities/like.ts'
import type { Deps, Tx } from '../../deps.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import { withWindowAttempt } from '../account/lockout.ts'
import { announce } from '../feed/announce.ts'
import type { RelationRow } from '../find/queries.ts'
import { isFound, seenBy } from '../find/visibility.ts'
import type { TieRow } from './queries.ts'

type Answer = CallAnswer<'likes.put'>

export const like = async (
  { write, now, settings, env }: Pick<Deps, 'write' | 'now' | 'settings' | 'env'>,
  member: number,
  profile: number,
): Promise<Answer | Refusal> => {
  if (profile === member) return refuse('self_not_allowed')
  return write(
    async (tx) => {
      const relation = await tx.find.relation(member, profile)
      const refusal = whyNoLike(relation)
      if (refusal) return refusal
      // A like that is already there is a repeat, which costs nothing.
      const overLimit =
        relation?.liked || env.RATE_LIMITS === 'no' ? null : await countLike(tx, member, settings().likes_a_day, now())
      if (overLimit) return overLimit
      await likeWithin(tx, member, profile, now())
      return answerOf(tx, member, profile)
    },
    [member, profile],
  )
}

/** Counts a new like in the database, so that a restart does not reset the count of the day [SAFE-6]. */
const countLike = async (tx: Tx, member: number, count: number, at: number): Promise<Refusal | null> => {
  const key = `likes ${member}`
  const before = await tx.account.attempts(key)
  if (before && before.blockedUntil > at)
    return refuse('rate_limited', { retry_after: Math.ceil((before.blockedUntil - at) / 1_000) })
  await tx.account.setAttempts(key, withWindowAttempt(before, at, { count, ms: DAY_MS }))
  return null
}

/** Adds a like inside a transaction that does more. @returns whether it is new */
export const likeWithin = async (tx: Tx, liker: number, liked: number, at: number): Promise<boolean> => {
  if (!(await tx.likes.put(liker, liked, at))) return false
  await announceBoth(tx, liker, liked)
  await addJobs(tx, liker, liked, at)
  tx.happened((await answerOf(tx, liker, liked)).match ? 'matched' : 'liked')
  return true
}

export const unlike = async (
  { write }: Pick<Deps, 'write'>,
  member: number,
  profile: number,
): Promise<Answer | Refusal> => {
  if (profile === member) return refuse('self_not_allowed')
  return write(
    async (tx) => {
      // Remove the like even if the profile is hidden by now; the answer is then the one for a missing profile.
      if (await tx.likes.remove(member, profile)) await announceBoth(tx, member, profile)
      return isFound(await tx.find.relation(member, profile)) ? answerOf(tx, member, profile) : refuse('not_found')
    },
    [member, profile],
  )
}

/** Marks the like of an opened profile as seen [LIKE-4]. @returns the refusal, or null */
export const seeLike = async (
  { write }: Pick<Deps, 'write'>,
  member: number,
  profile: number,
): Promise<Refusal | null> => {
  if (profile === member) return refuse('self_not_allowed')
  return write(
    async (tx) => {
      if (!isFound(await tx.find.relation(member, profile))) return refuse('not_found')
      if (await tx.likes.see(profile, member)) await announce(tx, member, 'like', profile)
      return null
    },
    [member],
  )
}

/** The reason a member may not like the profile of this relation, or null. */
export const whyNoLike = (relation: RelationRow | undefined): Refusal | null => {
  if (!isFound(relation)) return refuse('not_found')
  if (relation.blockedByMe) return refuse('blocking')
  if (relation.status === 'deleting' || relation.status === 'deleted') return refuse('recipient_deleted')
  const seen = seenBy({ kind: 'member', paid: false }, relation)
  return isRefusal(seen) ? seen : null
}

/** Announces to both in one transaction, so a match begins for both at the same moment [LIKE-2]. */
export const announceBoth = async (tx: Tx, member: number, profile: number): Promise<void> => {
  await announce(tx, profile, 'like', member)
  await announce(tx, member, 'like', profile)
}

/** The delay of mail and push for a like. A member can take the like back unnoticed before. */
const MAIL_AFTER_MS = 10 * MINUTE_MS
const PUSH_AFTER_MS = 20_000
/** Within this time a repeated like after an unlike sends no second mail or push. */
const NOTIFY_PAUSE_MS = 30 * DAY_MS

/** The job handlers check again whether the like still exists, is new, and may be sent. */
const addJobs = async (tx: Tx, liker: number, member: number, at: number): Promise<void> => {
  const key = `mail.like ${liker} ${member}`
  if (!(await tx.notices.once(key, at, NOTIFY_PAUSE_MS))) return
  const payload = { liker, member }
  await tx.jobs.add({ kind: 'mail.like', payload, uniqueKey: key, runAt: at + MAIL_AFTER_MS }, at)
  await tx.jobs.add({ kind: 'push.like', payload, uniqueKey: `push${key.slice(4)}`, runAt: at + PUSH_AFTER_MS }, at)
}

/** The state of likes between the two. */
export const answerOf = async (tx: Pick<Tx, 'likes'>, member: number, profile: number): Promise<Answer> => {
  const state = likeStateOf(profile, await tx.likes.statesWith(member, [profile]))
  return { like: state, match: isMatch(state) }
}

/** All likes between a member and one profile. @param ties rows of the member's `statesWith`, of any profiles */
export const likeStateOf = (profile: number, ties: readonly TieRow[]): LikeState => {
  const received = ties.find(({ liker }) => liker === profile)
  const sent = ties.find(({ liked }) => liked === profile)
  return likeStateFrom(profile, received, sent)
}

/** @param received the like by the profile, @param sent the like by the member; only those that the member may see */
export const likeStateFrom = (
  profile: number,
  received: Pick<TieRow, 'at' | 'seen'> | null | undefined,
  sent: Pick<TieRow, 'at'> | null | undefined,
): LikeState => ({
  profile,
  received: received ? { at: received.at, like_new: !received.seen } : null,
  sent: sent ? { at: sent.at } : null,
})

export const isMatch = (state: LikeState): boolean => state.received !== null && state.sent !== null
