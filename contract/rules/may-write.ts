/**
 * Decides whether one member may write to another, with the reason if not [CHAT-9], [CHAT-12], [GUARD-7], and whether writing would use up
 * a free member's conversation [CHAT-4], [CHAT-15].
 */

export const CLOSED_REASONS = [
  'blocked',
  'blocking',
  'recipient_unconfirmed',
  'recipient_deleted',
  'fictional_closed',
] as const
export type ClosedReason = (typeof CLOSED_REASONS)[number]

export type Relation = {
  /** The state of the other member's account. */
  status: 'not_confirmed' | 'active' | 'deleting' | 'deleted'
  /** The other member blocks this member. */
  blocksMe: boolean
  /** This member blocks the other. */
  blockedByMe: boolean
  /** The other is a fictional profile, and this site has no responder that would answer for it [GUARD-7]. */
  isUnanswered?: boolean
}

export type MayWrite = { allowed: true } | { allowed: false; reason: ClosedReason }

/** A decision, which never throws. Of several reasons the first counts: a deleted account, then the blocks. */
export const mayWrite = (relation: Relation): MayWrite => {
  if (relation.status === 'deleting' || relation.status === 'deleted')
    return { allowed: false, reason: 'recipient_deleted' }
  if (relation.blockedByMe) return { allowed: false, reason: 'blocking' }
  if (relation.blocksMe) return { allowed: false, reason: 'blocked' }
  if (relation.status === 'not_confirmed') return { allowed: false, reason: 'recipient_unconfirmed' }
  if (relation.isUnanswered === true) return { allowed: false, reason: 'fictional_closed' }
  return { allowed: true }
}

/**
 * @param me null for a visitor, who has no limit
 * @returns how many more conversations may begin, including this one. Null without a known limit: for a premium member,
 * for a conversation that exists, or for a row of an older version
 */
export const conversationsLeftFor = (
  me: { conversations_left?: number | null | undefined } | null,
  profile: { talked?: boolean | undefined } | null,
): number | null => (profile?.talked === false ? (me?.conversations_left ?? null) : null)
