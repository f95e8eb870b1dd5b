/** Decides whether one member may write to another, with the reason if not [CHAT-9], [CHAT-12], [GUARD-7]. */
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

export const mayWrite = (relation: Relation): MayWrite => {
  if (relation.status === 'deleting' || relation.status === 'deleted')
    return { allowed: false, reason: 'recipient_deleted' }
  if (relation.blockedByMe) return { allowed: false, reason: 'blocking' }
  if (relation.blocksMe) return { allowed: false, reason: 'blocked' }
  if (relation.status === 'not_confirmed') return { allowed: false, reason: 'recipient_unconfirmed' }
  if (relation.isUnanswered === true) return { allowed: false, reason: 'fictional_closed' }
  return { allowed: true }
}
