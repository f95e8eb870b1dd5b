/**
 * Decides whether a viewer may see, find and write to a profile and see its photos, with the reason if not. Every route calls this
 * rule. Searches repeat `mayBeFound` in SQL, and `server/areas/find/visibility.test.ts` compares the two for every combination. [ACC-6], [PROF-6], [PROF-10], [PROF-11], [CHAT-9], [CHAT-12], [FIND-3], [FIND-4].
 */
import type { PHOTO_STATUSES, PhotoLock } from '../entities/photo.ts'
import { PHOTOS_SEEN_FREE } from '../limits.ts'
import { mayWrite, type ClosedReason, type Relation } from './may-write.ts'

type SearchSettings = { logged_out_search: string; logged_out_search_trafficsource: string }

/** How much of search and profiles a visitor may see, from the widest to the narrowest; `limited` is the first page of a search. */
const WIDTHS = ['all', 'limited', 'none'] as const
export type VisitorSearch = (typeof WIDTHS)[number]

/** [FIND-4] The setting, or the variant for visitors from a traffic source if that is wider. */
export const visitorSearch = (settings: SearchSettings, hasTrafficSource: boolean): VisitorSearch => {
  const listed = new Set([
    settings.logged_out_search,
    ...(hasTrafficSource ? [settings.logged_out_search_trafficsource] : []),
  ])
  return WIDTHS.find((width) => listed.has(width)) ?? 'none'
}

export type Viewer =
  /** @property search the part of the site that visitors may see, from `visitorSearch` */
  { kind: 'visitor'; search: VisitorSearch } | { kind: 'self' } | { kind: 'member'; paid: boolean }

/** The other member's state and the relation between the two; a visitor has no relation. */
export type ProfileRelation = Relation & {
  /** Invisible mode [PROF-10]. */
  invisible: boolean
  /** Privacy mode [PROF-11]. */
  reserved: boolean
  /** This member likes the other. */
  liked: boolean
  /** The other member likes this one. */
  likesMe: boolean
  /** A conversation exists, no matter who began it. */
  talked: boolean
  /** A message of it has arrived: not all of them are held for the desk, unknown to their recipient [GUARD-1]. */
  arrived: boolean
  /** The other member has written in it. Only the rule for invisible members asks, so it may be missing for others. */
  wroteToMe: boolean
}

/**
 * `full` · `reserved`: name, age and a blurred main photo · `blocked`: only the name of the blocker · `closed`: the
 * site shows no profiles to visitors · `not_found`: as if the member did not exist.
 */
export type Visibility = 'full' | 'reserved' | 'blocked' | 'closed' | 'not_found'

/** How much of a profile a viewer may see. */
export const visibilityOf = (viewer: Viewer, other: ProfileRelation): Visibility => {
  if (viewer.kind === 'self') return 'full'
  if (viewer.kind === 'visitor' && viewer.search === 'none') return 'closed'
  if (isHidden(other)) return 'not_found'
  if (other.blocksMe) return 'blocked'
  // After a block neither sees the other's profile [CHAT-9]. The blocker still sees enough to unblock.
  if (other.blockedByMe) return 'reserved'
  // An unconfirmed or leaving member is visible only to partners of a conversation, with as little as possible.
  if (other.status !== 'active') return 'reserved'
  // An invisible member who never answered shows as little to whoever wrote before the mode was switched on [PROF-10].
  if (other.invisible && !other.likesMe && !other.wroteToMe) return 'reserved'
  return other.reserved && !isClose(other) ? 'reserved' : 'full'
}

/** Whether the other appears in search, match finder, swipe deck and related profiles [FIND-3], [PROF-10]. */
export const mayBeFound = (viewer: Viewer, other: ProfileRelation): boolean =>
  viewer.kind !== 'self' &&
  !(viewer.kind === 'visitor' && viewer.search === 'none') &&
  other.status === 'active' &&
  !other.invisible &&
  !other.blocksMe &&
  !other.blockedByMe

export type MayWriteTo =
  | { allowed: true }
  | { allowed: false; reason: ClosedReason | 'not_found' | 'self_not_allowed' | 'authentication_required' }

/** The part of a relation that decides whether a profile is visible at all. */
type Reach = Relation & Pick<ProfileRelation, 'invisible' | 'likesMe' | 'talked'>

/**
 * Whether a viewer may write to the other. A hidden profile is always `not_found`, as if it had never existed
 * [PROF-10].
 */
export const mayWriteTo = (viewer: Viewer, other: Reach): MayWriteTo => {
  if (viewer.kind === 'visitor') return { allowed: false, reason: 'authentication_required' }
  if (viewer.kind === 'self') return { allowed: false, reason: 'self_not_allowed' }
  return isHidden(other) ? { allowed: false, reason: 'not_found' } : mayWrite(other)
}

export type ViewedPhoto = {
  status: (typeof PHOTO_STATUSES)[number]
  private: boolean
  isMain: boolean
  /** The number of the owner's active public photos before this one; the main photo is first. */
  rank: number
}

/**
 * `full` in every size · `hidden`: as if the photo did not exist · otherwise only the blurred rendition, with the
 * reason.
 */
export type PhotoVisibility = 'full' | 'hidden' | PhotoLock

/** How much of a photo a viewer may see [PROF-5], [PROF-6]. */
export const photoVisibilityOf = (viewer: Viewer, owner: ProfileRelation, photo: ViewedPhoto): PhotoVisibility => {
  if (viewer.kind === 'self') return 'full'
  if (photo.status !== 'active' || owner.status === 'deleted') return 'hidden'
  const visibility = visibilityOf(viewer, owner)
  if (visibility === 'reserved') return photo.isMain ? 'reserved' : 'hidden'
  if (visibility !== 'full') return 'hidden'
  const isOfFirst = photo.private ? photo.isMain : photo.rank < PHOTOS_SEEN_FREE
  if (viewer.kind === 'visitor') return isOfFirst && !photo.private ? 'full' : 'login'
  if (photo.private && !isTrusted(owner)) return 'private'
  return viewer.paid || isOfFirst ? 'full' : 'premium'
}

/** The reason a visible photo is locked, or null. */
export const lockOf = (seen: Exclude<PhotoVisibility, 'hidden'>): PhotoLock | null => (seen === 'full' ? null : seen)

/**
 * Whether the profile is visible only to partners of a conversation: it is unconfirmed or leaving, or invisible and its
 * owner did not like first.
 */
const isHidden = ({ status, invisible, likesMe, talked }: Reach): boolean =>
  !talked && (status !== 'active' || (invisible && !likesMe))

/** A match or a conversation that both know of, which privacy mode requires [PROF-11]. */
const isClose = ({ liked, likesMe, arrived }: ProfileRelation): boolean => arrived || (liked && likesMe)

/** The owner's like, a match or a conversation that both know of, which private photos require [PROF-6]. */
const isTrusted = ({ likesMe, arrived }: ProfileRelation): boolean => arrived || likesMe

/** The relation of a visitor to a member: none. */
export const NO_RELATION = {
  blocksMe: false,
  blockedByMe: false,
  liked: false,
  likesMe: false,
  talked: false,
  arrived: false,
  wroteToMe: false,
} as const satisfies Partial<ProfileRelation>
