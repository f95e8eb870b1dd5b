/**
 * The session cookie [SAFE-1], [ACC-13] and the cookie of a known device [ACC-8]: no script can read them, and no form
 * of another site sends them. On https both have the `__Host-` prefix, so that no other subdomain can set them.
 */
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { KNOWN_DEVICE_DAYS, SESSION_DAYS } from '#contract/limits.ts'
import type { Env } from '../env.ts'

type Site = Pick<Env, 'PUBLIC_URL'>

const SESSION = 'session'
const DEVICE = 'device'
/** The maximum of accounts per browser; beyond it, the account with the oldest login is dropped. */
const ACCOUNTS_MAX = 5
const DEVICE_TOKEN = /^[\w-]{22}$/

export const isHttps = ({ PUBLIC_URL }: Site): boolean => PUBLIC_URL?.startsWith('https:') ?? false

export const sessionCookieName = (env: Site): string => nameOf(SESSION, env)

export const sessionTokenOf = (c: Context, env: Site): string | null => valueOf(c, sessionCookieName(env))

/** The token under the cookie's former name, used on https before the prefix. */
export const formerSessionTokenOf = (c: Context, env: Site): string | null =>
  isHttps(env) ? valueOf(c, SESSION) : null

export const sessionCookie = (token: string, env: Site): [string, string] =>
  setCookie(sessionCookieName(env), token, SESSION_DAYS, env)

/** Removes the cookie under its former name. */
export const endedFormerCookies = (env: Site): [string, string][] =>
  isHttps(env) ? [setCookie(SESSION, '', 0, env)] : []

/** The device tokens of the accounts that have logged in on this device, the newest first. */
export const deviceTokensOf = (c: Context, env: Site): string[] =>
  (valueOf(c, nameOf(DEVICE, env)) ?? '')
    .split('.')
    .filter((token) => DEVICE_TOKEN.test(token))
    .slice(0, ACCOUNTS_MAX)

export const deviceCookie = (tokens: readonly string[], env: Site): [string, string] =>
  setCookie(nameOf(DEVICE, env), tokens.slice(0, ACCOUNTS_MAX).join('.'), KNOWN_DEVICE_DAYS, env)

const nameOf = (name: string, env: Site): string => (isHttps(env) ? `__Host-${name}` : name)

const valueOf = (c: Context, name: string): string | null => getCookie(c, name) || null

const setCookie = (name: string, value: string, days: number, env: Site): [string, string] => [
  'set-cookie',
  `${name}=${value}; Max-Age=${days * 86_400}; Path=/; HttpOnly; SameSite=Lax${isHttps(env) ? '; Secure' : ''}`,
]

/**
 * Clears the browser's HTTP cache for this site: otherwise a page could read a cached photo with `force-cache`, whoever
 * is logged in [PWA-11]. "cache" excludes Cache Storage and IndexedDB, so the worker's files and parked outbox stay.
 */
export const CLEAR_HTTP_CACHE: [string, string] = ['clear-site-data', '"cache"']

/** The headers of an answer that ends the caller's session. */
export const endedSessionHeaders = (env: Site): [string, string][] => [
  setCookie(sessionCookieName(env), '', 0, env),
  ...endedFormerCookies(env),
  CLEAR_HTTP_CACHE,
]
