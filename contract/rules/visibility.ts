/**
 * Who may see, find and write to whom, which photos show, and why not: one rule, behind every query and every route.
 * [ACC-6], [PROF-6], [PROF-10], [PROF-11], [CHAT-9], [CHAT-12], [FIND-3], [FIND-4].
 */
import type { PHOTO_STATUSES, PhotoLock } from '../entities/photo.ts'
import { PHOTOS_SEEN_FREE } from '../limits.ts'
import { mayWrite, type ClosedReason, type Relation } from './may-write.ts'
import type { VisitorSearch } from './search-open.ts'

export type Viewer =
  /** @property search what the site shows visitors, see `visitorSearch` */
  { kind: 'visitor'; search: VisitorSearch } | { kind: 'self' } | { kind: 'member'; paid: boolean }

/** How the other stands, and what is between the two; nothing is for a visitor. */
export type Standing = Relation & {
  /** Invisible mode [PROF-10]. */
  invisible: boolean
  /** Privacy mode [PROF-11]. */
  reserved: boolean
  /** I like the other. */
  liked: boolean
  /** The other likes me. */
  likesMe: boolean
  /** A conversation exists, whoever began it. */
  talked: boolean
}

/**
 * `full` · `reserved`: name, age and a blurred main photo · `blocked`: nothing but who it is that blocks ·
 * `closed`: the site shows nobody to visitors · `not_found`: as if there were no such member.
 */
export type Sight = 'full' | 'reserved' | 'blocked' | 'closed' | 'not_found'

/** What a viewer gets to see of a profile. */
export const sightOf = (viewer: Viewer, other: Standing): Sight => {
  if (viewer.kind === 'self') return 'full'
  if (viewer.kind === 'visitor' && viewer.search === 'none') return 'closed'
  if (isHidden(other)) return 'not_found'
  if (other.blocksMe) return 'blocked'
  // Neither views the other's profile [CHAT-9]; who blocks keeps what it takes to take the block back.
  if (other.blockedByMe) return 'reserved'
  // Who has not confirmed or is leaving shows to those they talk with, as little as may be.
  if (other.status !== 'active') return 'reserved'
  return other.reserved && !isClose(other) ? 'reserved' : 'full'
}

/** Whether the other is in search, match finder, swipe deck and related profiles [FIND-3], [PROF-10]. */
export const mayBeFound = (viewer: Viewer, other: Standing): boolean =>
  viewer.kind !== 'self' &&
  !(viewer.kind === 'visitor' && viewer.search === 'none') &&
  other.status === 'active' &&
  !other.invisible &&
  !other.blocksMe &&
  !other.blockedByMe

export type MayWriteTo =
  | { allowed: true }
  | { allowed: false; reason: ClosedReason | 'not_found' | 'self_not_allowed' | 'authentication_required' }

/** What of a standing decides whether someone is there at all. */
type Reach = Relation & Pick<Standing, 'invisible' | 'likesMe' | 'talked'>

/** Whether a viewer may write to the other. A hidden profile is not found, whatever the reason, like one that never was [PROF-10]. */
export const mayWriteTo = (viewer: Viewer, other: Reach): MayWriteTo => {
  if (viewer.kind === 'visitor') return { allowed: false, reason: 'authentication_required' }
  if (viewer.kind === 'self') return { allowed: false, reason: 'self_not_allowed' }
  return isHidden(other) ? { allowed: false, reason: 'not_found' } : mayWrite(other)
}

export type SeenPhoto = {
  status: (typeof PHOTO_STATUSES)[number]
  private: boolean
  isMain: boolean
  /** How many of the owner's active photos that are not private come before it, the main photo first. */
  rank: number
}

/** `full` in every size · `hidden`: as if there were no such photo · else the blurred rendition alone, and why. */
export type PhotoSight = 'full' | 'hidden' | PhotoLock

/** What a viewer gets to see of one photo [PROF-5], [PROF-6]. */
export const photoSightOf = (viewer: Viewer, owner: Standing, photo: SeenPhoto): PhotoSight => {
  if (viewer.kind === 'self') return 'full'
  if (photo.status !== 'active' || owner.status === 'deleted') return 'hidden'
  const sight = sightOf(viewer, owner)
  if (sight === 'reserved') return photo.isMain ? 'reserved' : 'hidden'
  if (sight !== 'full') return 'hidden'
  const isOfFirst = photo.private ? photo.isMain : photo.rank < PHOTOS_SEEN_FREE
  if (viewer.kind === 'visitor') return isOfFirst && !photo.private ? 'full' : 'login'
  if (photo.private && !isTrusted(owner)) return 'private'
  return viewer.paid || isOfFirst ? 'full' : 'premium'
}

/** What keeps the viewer from a photo that shows, or null. */
export const lockOf = (seen: Exclude<PhotoSight, 'hidden'>): PhotoLock | null => (seen === 'full' ? null : seen)

/** Not confirmed or leaving, or invisible and not the first to like or write: there for those they talk with alone. */
const isHidden = ({ status, invisible, likesMe, talked }: Reach): boolean =>
  !talked && (status !== 'active' || (invisible && !likesMe))

/** A match or a conversation: what privacy mode waits for [PROF-11]. */
const isClose = ({ liked, likesMe, talked }: Standing): boolean => talked || (liked && likesMe)

/** The owner's like, a match, or a conversation: what private photos wait for [PROF-6]. */
const isTrusted = ({ likesMe, talked }: Standing): boolean => talked || likesMe

/** What stands between a visitor and a member. */
export const NOTHING_BETWEEN = {
  blocksMe: false,
  blockedByMe: false,
  liked: false,
  likesMe: false,
  talked: false,
} as const satisfies Partial<Standing>
