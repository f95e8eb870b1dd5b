/** The roles of staff. `calls.ts` is the only table that says which role may make which call [DESK-2]. */
export const STAFF_ROLES = ['moderator', 'support', 'finance', 'marketing', 'owner'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** Everybody whose work begins with something that waits. */
export const CASE_ROLES = ['moderator', 'support', 'owner'] as const satisfies StaffRole[]
/** The roles that decide about members and photos. */
export const DECIDING_ROLES = ['moderator', 'owner'] as const satisfies StaffRole[]
