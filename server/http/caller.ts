/** Who makes a request: the session cookie, looked up by its hash [SAFE-1]. */
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Role } from '#contract/call.ts'
import type { Deps } from '../deps.ts'

export const SESSION_COOKIE = 'session'

export type Caller = {
  id: number
  status: 'not_confirmed' | 'active' | 'deleting' | 'deleted'
  paid: boolean
  language: string
  sessionHash: string
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

export const callerOf = async (c: Context, deps: Pick<Deps, 'read' | 'now'>): Promise<Caller | null> => {
  const token = getCookie(c, SESSION_COOKIE)
  if (token === undefined || token === '') return null
  return (await deps.read.account.callerBySession(hashToken(token), deps.now())) ?? null
}

/** The one table of roles and what they may [SAFE-2]. */
export const may = (role: Role, caller: Caller | null): boolean => {
  switch (role) {
    case 'visitor':
      return true
    case 'member':
      return caller !== null
    case 'premium':
      return caller !== null && caller.paid
  }
}
