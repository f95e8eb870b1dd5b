/** Finds the member of staff who makes a request, by the desk's cookies [DESK-1], and whether their role allows the call [DESK-2]. */
import type { Context } from 'hono'
import type { DeskCallers } from '#contract/desk/call.ts'
import type { StaffRole } from '#contract/desk/roles.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { getCookie } from 'hono/cookie'
import type { Deps } from '../deps.ts'
import { hashToken } from './caller.ts'
import { refuseDesk, type DeskRefusal } from './reply.ts'
import { deskUrl, type Env } from '../env.ts'

export const DESK_SESSION_MS = 8 * HOUR_MS
/** The time without use that ends a session. */
export const DESK_IDLE_MS = 15 * MINUTE_MS

export type Staff = { id: number; mail: string; name: string; role: StaffRole; sessionHash: string }

/** The staff account in whose name the audit has an act; null for a command while the site has no staff. */
export type Actor = Pick<Staff, 'id'>

/** Somebody whose password was right; only with state `in` are they staff. */
export type EnteringStaff = Staff & {
  state: 'second_factor' | 'enrol' | 'new_password' | 'in'
  /** ms since the epoch */
  seenAt: number
  expiresAt: number
}

export const enteringOf = async (
  c: Context,
  deps: Pick<Deps, 'read' | 'now' | 'env'>,
): Promise<EnteringStaff | null> => {
  const token = deskSessionTokenOf(c, deps.env)
  return token === null ? null : sessionOfStaff(deps, hashToken(token))
}

/** Null for a session that does not exist or has ended. */
export const sessionOfStaff = async (
  { read, now }: Pick<Deps, 'read' | 'now'>,
  hash: string,
): Promise<EnteringStaff | null> => {
  const row = await read.staff.sessionByHash(hash)
  if (!row) return null
  const { session, staff, passkeys } = row
  const at = now()
  if (session.expiresAt <= at || session.lastSeenAt + DESK_IDLE_MS <= at) return null
  const { id, mail, name, role } = staff
  const state = stateOf({
    hasEntered: session.enteredAt !== null,
    hasFactor: staff.totpConfirmedAt !== null || passkeys > 0,
    mustChangePassword: staff.mustChangePassword,
  })
  return { id, mail, name, role, sessionHash: hash, state, seenAt: session.lastSeenAt, expiresAt: session.expiresAt }
}

type LoginSteps = { hasEntered: boolean; hasFactor: boolean; mustChangePassword: boolean }

const stateOf = ({ hasEntered, hasFactor, mustChangePassword }: LoginSteps): EnteringStaff['state'] => {
  if (!hasEntered) return hasFactor ? 'second_factor' : 'enrol'
  return mustChangePassword ? 'new_password' : 'in'
}

/** The only decision about the rights of staff. @returns the refusal, or null if the caller may make the call */
export const mayNotCall = (
  roles: DeskCallers,
  caller: Pick<EnteringStaff, 'role' | 'state'> | null,
): DeskRefusal | null => {
  if (roles === 'anyone') return null
  if (caller === null) return refuseDesk('staff_login_required')
  if (roles === 'entering') return null
  if (caller.state !== 'in') return refuseDesk('second_factor_required')
  if (roles === 'staff' || roles.includes(caller.role)) return null
  return refuseDesk('role_required', { roles })
}

// The cookies: apart from a member's, and never sent by a link or form of another site.

type Site = Pick<Env, 'DESK_URL' | 'PUBLIC_URL' | 'PORT'>

const SESSION = 'desk'
const DEVICE = 'desk_device'
/** As long as a device is known to an account. */
const DEVICE_SECONDS = 180 * 86_400

const deskSessionTokenOf = (c: Context, env: Site): string | null => getCookie(c, nameOf(SESSION, env)) || null

export const deskDeviceTokenOf = (c: Context, env: Site): string | null => getCookie(c, nameOf(DEVICE, env)) || null

/** Without an age: the cookie also ends with the browser. */
export const deskSessionCookie = (token: string, env: Site): [string, string] => cookie(SESSION, token, null, env)

export const deskDeviceCookie = (token: string, env: Site): [string, string] =>
  cookie(DEVICE, token, DEVICE_SECONDS, env)

export const endedDeskCookie = (env: Site): [string, string] => cookie(SESSION, '', 0, env)

const isHttpsDesk = (env: Site): boolean => deskUrl(env).startsWith('https:')

const nameOf = (name: string, env: Site): string => (isHttpsDesk(env) ? `__Host-${name}` : name)

const cookie = (name: string, value: string, seconds: number | null, env: Site): [string, string] => [
  'set-cookie',
  [
    `${nameOf(name, env)}=${value}`,
    ...(seconds === null ? [] : [`Max-Age=${seconds}`]),
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    ...(isHttpsDesk(env) ? ['Secure'] : []),
  ].join('; '),
]
