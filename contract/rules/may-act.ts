/** Decides what a member may do under a sanction [DESK-7] and before a check of the age [GUARD-6]. Every call of a member asks this. */

/** From the mildest to the strictest. `suspended` ends by itself, `banned` does not. */
export const SANCTIONS = ['muted', 'restricted', 'suspended', 'banned'] as const
export type Sanction = (typeof SANCTIONS)[number]

/** A member's sanction in force; `until` in ms since the epoch, null for no end. */
export type SanctionState = { sanction: Sanction | null; sanctionUntil: number | null }

/**
 * `rights`: what everybody keeps: log out, read and appeal decisions, export, delete, withdraw from a purchase ·
 * `use`: the rest of the site · `buy`: spend money · `contact`: whatever reaches another member · `begin`: the first message to
 * somebody.
 */
export type Act = 'rights' | 'use' | 'buy' | 'contact' | 'begin'

const FORBIDDEN: Record<Sanction, readonly Act[]> = {
  muted: ['begin'],
  restricted: ['begin', 'contact'],
  suspended: ['begin', 'contact', 'buy', 'use'],
  banned: ['begin', 'contact', 'buy', 'use'],
}

/** Whoever has not passed the check of their country may look around and finish their profile [GUARD-6]. */
const FORBIDDEN_WITHOUT_AGE: ReadonlySet<Act> = new Set(['begin', 'contact', 'buy'])

/** `ageDue`: the time from which the member's country needs a check that the member has not passed; null for none. */
export type Unproven = { ageDue: number | null }

/** Whether the time until which the age had to be checked has passed [GUARD-6]. */
export const needsAgeCheck = ({ ageDue }: Unproven, now: number): boolean => ageDue !== null && ageDue <= now

/** The sanction in force; null after its end. */
export const sanctionAt = ({ sanction, sanctionUntil }: SanctionState, now: number): Sanction | null =>
  sanctionUntil !== null && sanctionUntil <= now ? null : sanction

/** @returns null if the act is allowed, or the error that says why not */
export const mayNotAct = (
  member: SanctionState & Unproven,
  act: Act,
  now: number,
): 'account_suspended' | 'contact_restricted' | 'begin_restricted' | 'age_check_required' | null => {
  const sanction = sanctionAt(member, now)
  const forbidden = sanction === null ? [] : FORBIDDEN[sanction]
  if (forbidden.includes(act)) {
    if (forbidden.includes('use')) return 'account_suspended'
    return forbidden.includes('contact') ? 'contact_restricted' : 'begin_restricted'
  }
  return needsAgeCheck(member, now) && FORBIDDEN_WITHOUT_AGE.has(act) ? 'age_check_required' : null
}

/** @returns the strictest */
export const strictest = (sanctions: readonly SanctionState[]): SanctionState => {
  const rank = ({ sanction }: SanctionState): number => (sanction === null ? -1 : SANCTIONS.indexOf(sanction))
  const none: SanctionState = { sanction: null, sanctionUntil: null }
  return sanctions.reduce((one, other) => {
    if (rank(one) !== rank(other)) return rank(one) > rank(other) ? one : other
    // The later of two equal sanctions counts.
    return (one.sanctionUntil ?? Infinity) >= (other.sanctionUntil ?? Infinity) ? one : other
  }, none)
}
