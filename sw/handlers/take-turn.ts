/**
 * The new version takes over when the app says so, and never in the middle of a flush [PWA-10]: the waiting worker itself
 * waits for the lock that the flusher of the one at work holds. What begins after that the browser lets end (Service
 * Workers, "Activate"), and what it cuts all the same goes out again under its own id [CHAT-5].
 */
import * as v from 'valibot'
import { isVisible } from '../is-visible.ts'
import { OUTBOX_LOCK } from '../outbox/flusher.ts'
import type { Ports } from '../ports.ts'

/** `unasked`: nobody has tapped. */
const SkipWaiting = v.object({ type: v.literal('SKIP_WAITING'), unasked: v.optional(v.boolean(), false) })

type Turn = Pick<Ports, 'windows'> & {
  /** Undefined in browsers without Web Locks: there the app asks what waits. */
  locks: Pick<LockManager, 'query' | 'request'> | undefined
  skipWaiting: () => Promise<void>
}

export const takeTurn = async (message: unknown, { windows, locks, skipWaiting }: Turn): Promise<void> => {
  const parsed = v.safeParse(SkipWaiting, message)
  if (!parsed.success) return
  // Nobody has tapped: then nobody is looking, at any tab.
  if (parsed.output.unasked && (await windows.list()).some(isVisible)) return
  if (locks) await nothingOnItsWay(locks)
  await skipWaiting()
}

const nothingOnItsWay = async (locks: Pick<LockManager, 'query' | 'request'>): Promise<void> => {
  for (;;) {
    const { held = [] } = await locks.query()
    const name = held.find((lock) => lock.name?.startsWith(OUTBOX_LOCK) === true)?.name
    if (name === undefined) return
    await locks.request(name, () => {})
  }
}
