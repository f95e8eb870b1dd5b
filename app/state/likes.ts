/** The member's likes, as the device's outbox or the server shows them [LIKE-1], [LIKE-2]. */
import { effect, signal, untracked } from '@preact/signals-react'
import type { CallAnswer } from '#contract/calls.ts'
import type { ReceivedLike } from '#contract/entities/like.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { call } from '../ports/api.ts'
import { after } from '../ports/clock.ts'
import { vibrate } from '../ports/haptics.ts'
import { isEditingText } from '../ports/page.ts'
import { profileErrorText } from './error-text.ts'
import { t } from './i18n.ts'
import { invalidate, retainResource, resourceOf } from './resource.ts'
import { isLoggedIn, onMemberLeft, sessionKnown } from './session.ts'
import { toast } from './toasts.ts'

export type Likes = CallAnswer<'likes.get'>

const likesResource = resourceOf('likes.get', { query: {} })

/** The match to celebrate, or null. */
export const newMatch = signal<ProfileCard | null>(null)

/** The like that pops up [LIKE-6], or null. */
export const newLike = signal<ProfileCard | null>(null)

export type LikeView = {
  liked: boolean
  /** The like waits on this device for a connection. */
  waiting: boolean
}

/**
 * @param likes the first page
 * @param isListed whether a later page, or the profile itself, says that the member likes it; a device knows it by its first page
 */
export const likeView = (likes: Likes | null, profile: number, isListed = false): LikeView => {
  const mine = likes?.liked.find(({ id }) => id === profile) ?? likes?.matches.find(({ id }) => id === profile)
  const isLater = likes?.later ? isIn(likes.later.mine, profile) : isListed && typeof likes?.next === 'string'
  return { liked: mine !== undefined || isLater, waiting: mine?.waiting === true }
}

const isIn = (profiles: readonly number[] | undefined, profile: number): boolean => profiles?.includes(profile) === true

export const likeOf = (profile: number, isListed = false): LikeView =>
  likeView(likesResource.state.value.data, profile, isListed)

/** Received likes: new ones first, then the latest [LIKE-1]. */
export const receivedInOrder = (likedBy: readonly ReceivedLike[]): ReceivedLike[] =>
  likedBy.toSorted((one, other) => Number(other.like_new) - Number(one.like_new) || other.at - one.at)

/**
 * The matches that the earlier list lacked, and that are newer than all it had. In the first list only a match with an awaited like is new.
 * @param newestAt the time of the newest like in earlier lists: an old match comes back when a block ends
 */
export const matchesSince = (
  before: Likes | null,
  after: Likes | null,
  awaited: ReadonlySet<number> = new Set(),
  newestAt = 0,
): number[] => {
  if (!after) return []
  const known = before && new Set(before.matches.map(({ id }) => id))
  return after.matches
    .filter(({ id, at }) => !known?.has(id) && (awaited.has(id) || (known && at > newestAt)))
    .map(({ id }) => id)
}

/** The server's time of the newest like. A like that waits on this device has the time of the device. */
const newestLikeIn = ({ liked, liked_by, matches }: Likes): number => {
  const sent = [...liked, ...matches].filter(({ waiting }) => waiting !== true)
  return [...sent, ...liked_by].reduce((newest, { at }) => Math.max(newest, at), 0)
}

/** Profiles that were liked here while the answer waited for a connection, perhaps before the first list came. */
const awaitedLikes = new Set<number>()

/** Keeps the lists fresh while a member is logged in and watches for matches. */
export const startLikes = (): void => {
  effect(() => (isLoggedIn.value ? untracked(() => retainResource('likes.get', { query: {} })) : undefined))
  let before: Likes | null = null
  let newestAt = 0
  effect(() => {
    const current = likesResource.state.value.data
    const [profile] = matchesSince(before, current, awaitedLikes, newestAt)
    before = current
    if (current) newestAt = Math.max(newestAt, newestLikeIn(current))
    const card = current?.profiles.find(({ id }) => id === profile)
    if (!card || celebrated.has(card.id)) return
    if (isEditingText()) untracked(() => toast(t('match.text', { name: card.name })))
    else celebrate(card)
  })
  onMemberLeft(() => {
    newMatch.value = null
    newLike.value = null
    celebrated.clear()
    awaitedLikes.clear()
    newestAt = 0
  })
}

/**
 * Likes a profile or removes the like. Resolves when the lists show it; a refusal says why.
 * @returns whether the device or the server took it
 */
export const setLike = async (card: ProfileCard, liked: boolean): Promise<boolean> => {
  const answer = await call(liked ? 'likes.put' : 'likes.delete', { params: { profile: String(card.id) } })
  if (answer.ok && !answer.queued && answer.data.match && liked) celebrate(card)
  if (answer.ok && answer.queued && liked) awaitedLikes.add(card.id)
  else awaitedLikes.delete(card.id)
  if (answer.ok) await likesResource.refresh()
  invalidate([`member:${card.id}`])
  if (!answer.ok) toast(profileErrorText(answer.error))
  return answer.ok
}

/** LIKE-4: the profile was opened, so its like is no longer new. */
export const markLikeSeen = async (profile: number): Promise<void> => {
  const answer = await call('likes.seen', { params: { profile: String(profile) } })
  if (answer.ok) invalidate(['likes', 'user'])
}

/** Whether this profile's like is still new to the member. */
export const hasNewLike = (profile: number): boolean =>
  likesResource.state.value.data?.liked_by.some(({ id, like_new }) => id === profile && like_new) === true ||
  isIn(likesResource.state.value.data?.later?.unseen, profile)

/** LIKE-6: the delay after an automatic like until the lists are fetched again. */
const RELOAD_MS = 500
/** The pop-up is retried after this time if the member is typing or the session is not known yet. */
const POP_UP_RETRY_MS = 2_000

/** LIKE-6: fetches a like for the pop-up, for a member. No like is no error. */
export const popUpLike = async (): Promise<void> => {
  if (!sessionKnown.peek() || isEditingText()) {
    after(POP_UP_RETRY_MS, () => void popUpLike())
    return
  }
  if (!isLoggedIn.peek()) return
  const answer = await call('auto_like.get', {})
  if (!answer.ok || answer.data === null || !isLoggedIn.peek()) return
  newLike.value = answer.data
  after(RELOAD_MS, () => invalidate(['likes', 'user']))
}

/** The profiles whose match is no news. */
const celebrated = new Set<number>()

/** An unblock brings an old match back to the lists. */
export const expectOldMatch = (profile: number): void => void celebrated.add(profile)

export const celebrate = (card: ProfileCard): void => {
  vibrate('joy')
  celebrated.add(card.id)
  newMatch.value = card
}
