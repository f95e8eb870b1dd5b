/** The session cookie [SAFE-1], [ACC-13]: out of reach of scripts, never sent along by another site's form. */
import { SESSION_DAYS } from '#contract/limits.ts'
import type { Env } from '../env.ts'
import { SESSION_COOKIE } from './caller.ts'

const attributes = (env: Pick<Env, 'PUBLIC_URL'>): string =>
  `Path=/; HttpOnly; SameSite=Lax${env.PUBLIC_URL?.startsWith('https:') ? '; Secure' : ''}`

export const sessionCookie = (token: string, env: Pick<Env, 'PUBLIC_URL'>): [string, string] => [
  'set-cookie',
  `${SESSION_COOKIE}=${token}; Max-Age=${SESSION_DAYS * 86_400}; ${attributes(env)}`,
]

const endedSessionCookie = (env: Pick<Env, 'PUBLIC_URL'>): [string, string] => [
  'set-cookie',
  `${SESSION_COOKIE}=; Max-Age=0; ${attributes(env)}`,
]

/**
 * Empties the browser's HTTP cache for this site: a page can read a cached photo with `force-cache` whoever is logged in
 * [PWA-11]. Cache Storage and IndexedDB are not part of "cache", so the worker's files and parked writes stay.
 */
export const CLEAR_HTTP_CACHE: [string, string] = ['clear-site-data', '"cache"']

/** The headers of an answer that ends the caller's own session. */
export const endedSessionHeaders = (env: Pick<Env, 'PUBLIC_URL'>): [string, string][] => [
  endedSessionCookie(env),
  CLEAR_HTTP_CACHE,
]
