/** Staff accounts, the state of a login, and the calls about login, second factor and staff [DESK-1]. */
import * as v from 'valibot'
import { PasskeyName } from '../entities/passkey.ts'
import { Email, Id, IdText, Name, NewEmail, OperatorText, Password, PasswordAttempt, Timestamp } from '../fields.ts'
import type { DeskCall } from './call.ts'
import { STAFF_ROLES } from './roles.ts'

export const SECOND_FACTORS = ['passkey', 'totp'] as const

const StaffRoleField = v.picklist(STAFF_ROLES, 'invalid')

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

const StaffPasskey = v.object({
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
  passkeys: v.array(StaffPasskey),
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

/** The six digits of an authenticator app, typed with or without a blank. */
const TotpCode = v.pipe(
  v.string('required'),
  v.transform((text) => text.replaceAll(/\s/g, '')),
  v.regex(/^\d{6}$/, 'invalid'),
)

/** The input and output of the browser's WebAuthn API; the library on the server checks it. */
const WebAuthnOptions = v.looseObject({ challenge: v.string() })
const WebAuthnResponse = v.looseObject({ id: v.string('required'), type: v.literal('public-key', 'invalid') })

const byId = v.object({ id: IdText })

/** The reason of an act, for the audit. */
const withReason = { reason: OperatorText }

export const staffCalls = {
  'me.get': {
    method: 'GET',
    path: 'me',
    roles: 'anyone',
    background: true,
    response: DeskSession,
    errors: [],
  },
  login: {
    method: 'POST',
    path: 'login',
    roles: 'anyone',
    body: v.object({ mail: Email, password: PasswordAttempt }),
    response: DeskSession,
    errors: ['login_failed', 'account_blocked', 'address_blocked', 'rate_limited', 'server_busy'],
  },
  logout: { method: 'POST', path: 'logout', roles: 'anyone', response: DeskSession, errors: [] },
  'second_factor.totp': {
    method: 'POST',
    path: 'second-factor/totp',
    roles: 'entering',
    body: v.object({ code: TotpCode }),
    response: DeskSession,
    errors: ['code_wrong', 'account_blocked'],
  },
  'second_factor.passkey_options': {
    method: 'POST',
    path: 'second-factor/passkey/options',
    roles: 'entering',
    response: WebAuthnOptions,
    errors: ['not_found'],
  },
  'second_factor.passkey': {
    method: 'POST',
    path: 'second-factor/passkey',
    roles: 'entering',
    body: v.object({ response: WebAuthnResponse }),
    response: DeskSession,
    errors: ['passkey_refused', 'account_blocked'],
  },
  /** Begins the setup of an authenticator app: the secret counts only after `totp.confirm`. */
  'totp.begin': {
    method: 'POST',
    path: 'me/totp',
    roles: 'entering',
    response: v.object({ secret: v.string(), uri: v.string() }),
    errors: ['second_factor_required'],
  },
  'totp.confirm': {
    method: 'POST',
    path: 'me/totp/confirm',
    roles: 'entering',
    body: v.object({ code: TotpCode }),
    response: DeskSession,
    errors: ['code_wrong', 'account_blocked', 'second_factor_required', 'not_found'],
  },
  'passkeys.options': {
    method: 'POST',
    path: 'me/passkeys/options',
    roles: 'entering',
    response: WebAuthnOptions,
    errors: ['second_factor_required'],
  },
  'passkeys.add': {
    method: 'POST',
    path: 'me/passkeys',
    roles: 'entering',
    body: v.object({ response: WebAuthnResponse, name: PasskeyName }),
    response: DeskSession,
    errors: ['passkey_refused', 'second_factor_required'],
  },
  'passkeys.remove': {
    method: 'DELETE',
    path: 'me/passkeys/:id',
    roles: 'staff',
    params: v.object({ id: v.pipe(v.string('required'), v.maxLength(1_400, 'too_long')) }),
    response: DeskSession,
    errors: ['not_found', 'last_factor'],
  },
  'password.set': {
    method: 'PUT',
    path: 'me/password',
    roles: 'entering',
    body: v.pipe(
      v.object({ old_password: PasswordAttempt, password: Password, password_repeat: v.string('required') }),
      v.forward(
        v.partialCheck(
          [['password'], ['password_repeat']],
          ({ password, password_repeat }) => password === password_repeat,
          'passwords_differ',
        ),
        ['password_repeat'],
      ),
    ),
    response: DeskSession,
    errors: ['second_factor_required', 'account_blocked', 'server_busy'],
  },
  /** The link of a mail about an unknown login: ends all sessions and locks the account until an owner resets it. */
  'staff.lock': {
    method: 'POST',
    path: 'lock',
    roles: 'anyone',
    body: v.object({ token: v.pipe(v.string('required'), v.maxLength(200, 'too_long')) }),
    response: v.object({ locked: v.literal(true) }),
    errors: ['not_found', 'rate_limited'],
  },
  'staff.list': {
    method: 'GET',
    path: 'staff',
    roles: 'staff',
    response: v.object({ staff: v.array(StaffMember) }),
    errors: [],
  },
  /** The answer's password is shown once; its owner replaces it at the first login. */
  'staff.add': {
    method: 'POST',
    path: 'staff',
    roles: ['owner'],
    body: v.object({ mail: NewEmail, name: Name, role: StaffRoleField, ...withReason }),
    response: v.object({ staff: StaffMember, password: v.string() }),
    errors: ['mail_taken', 'server_busy'],
  },
  'staff.role': {
    method: 'PUT',
    path: 'staff/:id/role',
    roles: ['owner'],
    params: byId,
    body: v.object({ role: StaffRoleField, ...withReason }),
    response: v.object({ staff: StaffMember }),
    errors: ['not_found', 'last_owner'],
  },
  /** Ends an account for good: its name stays in the audit. */
  'staff.end': {
    method: 'POST',
    path: 'staff/:id/end',
    roles: ['owner'],
    params: byId,
    body: v.object(withReason),
    response: v.object({ staff: StaffMember }),
    errors: ['not_found', 'last_owner'],
  },
  /** Recovery by an owner: ends the sessions, removes every second factor, and makes a new first password. */
  'staff.reset': {
    method: 'POST',
    path: 'staff/:id/reset',
    roles: ['owner'],
    params: byId,
    body: v.object(withReason),
    response: v.object({ staff: StaffMember, password: v.string() }),
    errors: ['not_found', 'server_busy'],
  },
} as const satisfies Record<string, DeskCall>
