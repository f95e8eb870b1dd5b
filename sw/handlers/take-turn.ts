/**
 * The new version takes over when the app says so, and never in the middle of a flush [PWA-10]: the waiting worker asks the
 * one at work to give way (`give-way.ts`) and waits for the lock that its flusher holds. The browser lets the answers to
 * pages end; what it cuts all the same goes out again under its own id [CHAT-5].
 */
import * as v from 'valibot'
import { isVisible } from '../is-visible.ts'
import { OUTBOX_LOCK } from '../outbox/flusher.ts'
import type { Ports } from '../ports.ts'

/** `unasked`: nobody has tapped. */
const SkipWaiting = v.object({ type: v.literal('SKIP_WAITING'), unasked: v.optional(v.boolean(), false) })

/** To the worker at work, from the one that waits. */
export const GIVE_WAY = { type: 'GIVE_WAY' } as const
const GiveWay = v.object({ type: v.literal(GIVE_WAY.type) })

export const isGiveWay = (message: unknown): boolean => v.is(GiveWay, message)

type Turn = Pick<Ports, 'windows'> & {
  /** Undefined in browsers without Web Locks: there the app asks what waits. */
  locks: Pick<LockManager, 'query' | 'request'> | undefined
  askForWay: () => void
  skipWaiting: () => Promise<void>
}

export const takeTurn = async (message: unknown, { windows, locks, askForWay, skipWaiting }: Turn): Promise<void> => {
  const parsed = v.safeParse(SkipWaiting, message)
  if (!parsed.success) return
  // Nobody has tapped: then nobody is looking, at any tab.
  if (parsed.output.unasked && (await windows.list()).some(isVisible)) return
  askForWay()
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
