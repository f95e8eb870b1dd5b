/**
 * Logout works offline [PWA-11]: the device is wiped at once. The server hears of the logout before any other request,
 * as soon as it can be reached. Until then the cookie still names the member, so no request may carry it.
 */
import type { Connection } from './connection.ts'
import { ignored } from './ignored.ts'
import type { Ports } from './ports.ts'
import { exchange, isDecided, requestOf, TIMEOUT_MS, Unreachable } from './server-api.ts'
import type { Sessions } from './store/sessions.ts'

export type Logout = {
  /** Wipes the device. The server does not know of the logout yet. */
  begin: () => Promise<void>
  /** Resolves when the server has confirmed the logout; throws `Unreachable` until then. */
  finish: () => Promise<void>
}

/** Exists while a logout is pending; it has no entries. */
const PENDING_CACHE = 'pending-logout'

export const createLogout = (ports: Ports, connection: Connection, sessions: Sessions): Logout => {
  let sending: Promise<void> | null = null

  const send = async (): Promise<void> => {
    void ignored(ports.push.unsubscribe())
    const request = requestOf(ports.origin, await sessions.current(), 'logout', {})
    const answer = await exchange(ports, connection, request, 'logout', { timeoutMs: TIMEOUT_MS })
    // Retry only after a server error or a rate limit. Any other answer means that nobody is logged in.
    if (!isDecided(answer)) throw new Unreachable()
    // First the cache: left alone, it would log out the next member once the databases are lost.
    await ignored(ports.caches().delete(PENDING_CACHE))
    await sessions.shell.update((shell) => ({ ...shell, pending_logout: false }))
  }

  /** Whether the server still has to hear of a logout. After the browser has lost the databases, Cache Storage still says so. */
  const isPending = async (): Promise<boolean> => {
    const { pending_logout, known } = await sessions.shell.read()
    if (pending_logout || known || !(await ports.caches().has(PENDING_CACHE))) return pending_logout
    await sessions.shell.update((shell) => ({ ...shell, pending_logout: true }))
    return true
  }

  const finish = async (): Promise<void> => {
    if (!(await isPending())) return
    sending ??= send().finally(() => {
      sending = null
    })
    await sending
  }

  const begin = async (): Promise<void> => {
    const marking = ignored(ports.caches().open(PENDING_CACHE))
    await sessions.leave()
    await marking
  }

  return { begin, finish }
}
