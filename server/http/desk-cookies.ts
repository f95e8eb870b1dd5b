/** The desk's cookies [DESK-1]: apart from a member's, and never sent by a link or form of another site. */
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { deskUrl, type Env } from '../env.ts'

type Site = Pick<Env, 'DESK_URL' | 'PUBLIC_URL' | 'PORT'>

const SESSION = 'desk'
const DEVICE = 'desk_device'
/** As long as a device is known to an account. */
const DEVICE_SECONDS = 180 * 86_400

export const deskSessionTokenOf = (c: Context, env: Site): string | null => getCookie(c, nameOf(SESSION, env)) || null

export const deskDeviceTokenOf = (c: Context, env: Site): string | null => getCookie(c, nameOf(DEVICE, env)) || null

/** Without an age: the cookie also ends with the browser. */
export const deskSessionCookie = (token: string, env: Site): [string, string] => cookie(SESSION, token, null, env)

export const deskDeviceCookie = (token: string, env: Site): [string, string] =>
  cookie(DEVICE, token, DEVICE_SECONDS, env)

export const endedDeskCookie = (env: Site): [string, string] => cookie(SESSION, '', 0, env)

export const isHttpsDesk = (env: Site): boolean => deskUrl(env).startsWith('https:')

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
