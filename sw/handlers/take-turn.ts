/**
 * The new version takes over when the app asks for it, and never during a flush [PWA-10]. The waiting worker asks the
 * active worker to give way (`give-way.ts`) and waits for the lock of its flusher. The browser lets answers to pages
 * complete. A send that is cut off is repeated under its own id [CHAT-5].
 */
import * as v from 'valibot'
import { isVisible } from '../is-visible.ts'
import { OUTBOX_LOCK } from '../outbox/flusher.ts'
import type { Ports } from '../ports.ts'

/** `unasked`: the member has not tapped to update. */
const SkipWaiting = v.object({ type: v.literal('SKIP_WAITING'), unasked: v.optional(v.boolean(), false) })

/** A message from the waiting worker to the active one. */
export const GIVE_WAY = { type: 'GIVE_WAY' } as const
const GiveWay = v.object({ type: v.literal(GIVE_WAY.type) })

export const isGiveWay = (message: unknown): boolean => v.is(GiveWay, message)

type Turn = Pick<Ports, 'windows'> & {
  /** Undefined in browsers without Web Locks; there the app checks the outbox. */
  locks: Pick<LockManager, 'query' | 'request'> | undefined
  askForWay: () => void
  skipWaiting: () => Promise<void>
}

export const takeTurn = async (message: unknown, { windows, locks, askForWay, skipWaiting }: Turn): Promise<void> => {
  const parsed = v.safeParse(SkipWaiting, message)
  if (!parsed.success) return
  // Without a tap, take over only while no tab is visible.
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
