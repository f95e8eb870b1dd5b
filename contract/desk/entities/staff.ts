/** Staff accounts and the state of a login [DESK-1]. */
import * as v from 'valibot'
import { Id, Name, Timestamp } from '../../fields.ts'
import { STAFF_ROLES } from '../roles.ts'

export const SECOND_FACTORS = ['passkey', 'totp'] as const

export const StaffRoleField = v.picklist(STAFF_ROLES, 'invalid')

/** A member of staff, as colleagues see them. */
export const StaffMember = v.object({
  id: Id,
  mail: v.string(),
  name: Name,
  role: StaffRoleField,
  factors: v.array(v.picklist(SECOND_FACTORS)),
  created_at: Timestamp,
  /** The last use of a session; null before the first login. */
  seen_at: v.nullable(Timestamp),
  /** When the account was ended; null while it is open. */
  ended_at: v.nullable(Timestamp),
})
export type StaffMember = v.InferOutput<typeof StaffMember>

export const Passkey = v.object({
  /** The credential id, base64url. */
  id: v.string(),
  name: v.string(),
  created_at: Timestamp,
  used_at: v.nullable(Timestamp),
})

/** The caller's own account. */
export const StaffSelf = v.object({
  id: Id,
  mail: v.string(),
  name: v.string(),
  role: StaffRoleField,
  passkeys: v.array(Passkey),
  has_totp: v.boolean(),
})
export type StaffSelf = v.InferOutput<typeof StaffSelf>

/** The steps of a login: password, second factor (or its setup), then once a password of one's own. */
export const DeskSession = v.variant('state', [
  v.object({ state: v.literal('out') }),
  v.object({
    state: v.literal('second_factor'),
    staff: StaffSelf,
    factors: v.array(v.picklist(SECOND_FACTORS)),
    /** The previous login, so that a stranger's login is noticed. */
    last_login: v.nullable(v.object({ at: Timestamp, user_agent: v.string() })),
    /** Only for demo accounts in demo mode: the code that an authenticator app would show now. */
    demo_code: v.optional(v.string()),
  }),
  /** The account has no second factor yet. */
  v.object({ state: v.literal('enrol'), staff: StaffSelf }),
  /** The password was made by an owner and must be replaced. */
  v.object({ state: v.literal('new_password'), staff: StaffSelf }),
  v.object({
    state: v.literal('in'),
    staff: StaffSelf,
    /** The end of the session, however much it is used. */
    expires_at: Timestamp,
    /** The time without use that ends the session, in ms. */
    idle_ms: v.number(),
  }),
])
export type DeskSession = v.InferOutput<typeof DeskSession>
