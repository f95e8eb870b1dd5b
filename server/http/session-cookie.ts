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

export const endedSessionCookie = (env: Pick<Env, 'PUBLIC_URL'>): [string, string] => [
  'set-cookie',
  `${SESSION_COOKIE}=; Max-Age=0; ${attributes(env)}`,
]
