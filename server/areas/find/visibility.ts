/** The viewer of a profile, and the rule of visibility as a route answers with it. */
import type { Profile } from '#contract/entities/profile.ts'
import { type Viewer, visibilityOf, type VisitorSearch } from '#contract/rules/visibility.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import type { RelationRow } from './queries.ts'

/** The caller: a member, or a visitor with id 0. */
export type Asker = { id: number; paid: boolean }

export const VISITOR: Asker = { id: 0, paid: false }

/** @param search the site's setting for visitors; irrelevant for members */
export const viewerOf = (asker: Asker, other: number, search: VisitorSearch): Viewer => {
  if (asker.id === 0) return { kind: 'visitor', search }
  return asker.id === other ? { kind: 'self' } : { kind: 'member', paid: asker.paid }
}

/**
 * Whether a member may act on a profile at all: like, unlike, swipe, block or report it. A hidden profile is not found,
 * despite any likes or conversation, so that no call distinguishes it from a missing one.
 */
export const isFound = (relation: RelationRow | undefined): relation is RelationRow =>
  relation !== undefined && visibilityOf({ kind: 'member', paid: false }, relation) !== 'not_found'

type VisibleRelation = { relation: RelationRow; isFull: boolean }

/** @returns how much of this profile the viewer may see, or the refusal; a blocked viewer gets its own error [CHAT-9] */
export const seenBy = (viewer: Viewer, relation: RelationRow | undefined): VisibleRelation | Refusal => {
  // Check this first: a closed site must not reveal to visitors which profiles exist [FIND-4].
  if (viewer.kind === 'visitor' && viewer.search === 'none') return refuse('search_closed')
  if (!relation) return refuse('not_found')
  switch (visibilityOf(viewer, relation)) {
    case 'full':
      return { relation, isFull: true }
    case 'reserved':
      return { relation, isFull: false }
    case 'blocked':
      return refuse('blocked', { name: relation.name })
    case 'closed':
      return refuse('search_closed')
    case 'not_found':
      return refuse('not_found')
  }
}

/** §3 Profile.status as others and the member read it: an account that is leaving looks like one that is gone. */
export const statusShown = (status: RelationRow['status']): Profile['status'] =>
  status === 'deleting' ? 'deleted' : status
