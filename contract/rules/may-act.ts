/** Decides what a member under a sanction may still do [DESK-7]. Every call of a member asks this. */

/** From the mildest to the strictest. `suspended` ends by itself, `banned` does not. */
export const SANCTIONS = ['muted', 'restricted', 'suspended', 'banned'] as const
export type Sanction = (typeof SANCTIONS)[number]

/** A member's sanction in force; `until` in ms since the epoch, null for no end. */
export type Sanctioned = { sanction: Sanction | null; sanctionUntil: number | null }

/**
 * `rights`: what everybody keeps: log out, read and appeal decisions, export, delete, withdraw from a purchase ·
 * `use`: the rest of the site · `contact`: whatever reaches another member · `begin`: the first message to somebody.
 */
export type Act = 'rights' | 'use' | 'contact' | 'begin'

const FORBIDDEN: Record<Sanction, readonly Act[]> = {
  muted: ['begin'],
  restricted: ['begin', 'contact'],
  suspended: ['begin', 'contact', 'use'],
  banned: ['begin', 'contact', 'use'],
}

export const sanctionAt = ({ sanction, sanctionUntil }: Sanctioned, now: number): Sanction | null =>
  sanctionUntil !== null && sanctionUntil <= now ? null : sanction

/** @returns null if the act is allowed, or the error that says why not */
export const mayNotAct = (
  member: Sanctioned,
  act: Act,
  now: number,
): 'account_suspended' | 'contact_restricted' | 'begin_restricted' | null => {
  const sanction = sanctionAt(member, now)
  if (sanction === null || !FORBIDDEN[sanction].includes(act)) return null
  if (FORBIDDEN[sanction].includes('use')) return 'account_suspended'
  return FORBIDDEN[sanction].includes('contact') ? 'contact_restricted' : 'begin_restricted'
}

/** @returns the strictest */
export const strictest = (sanctions: readonly Sanctioned[]): Sanctioned => {
  const rank = ({ sanction }: Sanctioned): number => (sanction === null ? -1 : SANCTIONS.indexOf(sanction))
  const none: Sanctioned = { sanction: null, sanctionUntil: null }
  return sanctions.reduce((one, other) => {
    if (rank(one) !== rank(other)) return rank(one) > rank(other) ? one : other
    // The later of two equal sanctions counts.
    return (one.sanctionUntil ?? Infinity) >= (other.sanctionUntil ?? Infinity) ? one : other
  }, none)
}
