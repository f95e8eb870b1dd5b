/** Who makes a request: the session cookie, looked up by its hash [SAFE-1]. */
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Role } from '#contract/call.ts'
import { MEMBER_HEADER } from '#contract/device.ts'
import type { Deps } from '../deps.ts'

export const SESSION_COOKIE = 'session'

export type Caller = {
  id: number
  status: 'not_confirmed' | 'active' | 'deleting' | 'deleted'
  paid: boolean
  language: string
  sessionHash: string
  /** When the session was last known to be in use. */
  seenAt: number
}

/** `revoked`: the session was ended elsewhere, and its device is to forget everything of its member [ACC-16]. */
export type Asking = { caller: Caller | null; revoked: boolean }

const NOBODY: Asking = { caller: null, revoked: false }

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

export const askingOf = async (c: Context, deps: Pick<Deps, 'read' | 'now'>): Promise<Asking> => {
  const token = getCookie(c, SESSION_COOKIE)
  if (token === undefined || token === '') return NOBODY
  const row = await deps.read.account.sessionByHash(hashToken(token), deps.now())
  if (!row) return NOBODY
  const { revokedAt, ...caller } = row
  if (revokedAt === null) return { caller, revoked: false }
  // A device that holds another member's data keeps it: the session that was ended is none of theirs [PWA-11].
  const member = c.req.header(MEMBER_HEADER)
  return { caller: null, revoked: member === undefined || member === String(caller.id) }
}

export const callerOf = async (c: Context, deps: Pick<Deps, 'read' | 'now'>): Promise<Caller | null> =>
  (await askingOf(c, deps)).caller

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
