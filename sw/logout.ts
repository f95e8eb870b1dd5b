/**
 * Logout works without a network [PWA-11]: the device is wiped at once and the server told when it can be, before it hears
 * anything else. Until then its cookie still names the member, so nothing may be asked with it.
 */
import type { Connection } from './connection.ts'
import { ignored } from './ignored.ts'
import type { Ports } from './ports.ts'
import { exchange, requestOf, TIMEOUT_MS, Unreachable } from './server-api.ts'
import type { Sessions } from './store/sessions.ts'

export type Logout = {
  /** Wipes the device. The server is not told yet. */
  begin: () => Promise<void>
  /** Resolves when the server knows; throws `Unreachable` while it cannot be told. */
  finish: () => Promise<void>
}

export const createLogout = (ports: Ports, connection: Connection, sessions: Sessions): Logout => {
  let telling: Promise<void> | null = null

  const tell = async (): Promise<void> => {
    void ignored(ports.push.unsubscribe())
    const request = requestOf(ports.origin, await sessions.current(), 'logout', {})
    const answer = await exchange(ports, connection, request, 'logout', TIMEOUT_MS)
    // Only a server that is out of order leaves it open; any word of its own means that nobody is logged in.
    if (!answer.ok && (answer.body === null || answer.status >= 500 || answer.status === 429)) throw new Unreachable()
    await sessions.shell.update((shell) => ({ ...shell, pending_logout: false }))
  }

  const finish = async (): Promise<void> => {
    if (!(await sessions.shell.read()).pending_logout) return
    telling ??= tell().finally(() => {
      telling = null
    })
    await telling
  }

  return { begin: sessions.leave, finish }
}
