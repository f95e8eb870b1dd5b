/**
 * The new version takes over when the app asks for it, and never during a flush [PWA-10]. The waiting worker asks the
 * active worker to give way (`give-way.ts`) and waits for the lock of its flusher. The browser lets answers to pages
 * complete. The new worker repeats an interrupted send under its own id [CHAT-5]. Chromium ends the active worker as
 * soon as it is idle, and then activates the new one. A call of a page in between starts the old one again, and
 * Chromium forgets that it has to end at once: it then lives until it was idle for 30 s without a break, for five
 * minutes at most. Therefore the pages send no calls until the takeover.
 */
import * as v from 'valibot'
import { TAKING_OVER } from '#contract/device.ts'
import { OUTBOX_LOCK } from '../outbox/flusher.ts'
import { type Ports, isVisible } from '../ports.ts'
import { pause, withTimeout } from '../timeout.ts'

/** `unasked`: the member has not tapped to update. */
const SkipWaiting = v.object({ type: v.literal('SKIP_WAITING'), unasked: v.optional(v.boolean(), false) })

/** A message from the waiting worker to the active one; `version` is the sender's. */
export const giveWayTo = (version: string) => ({ type: 'GIVE_WAY', version }) as const
const GiveWay = v.object({ type: v.literal('GIVE_WAY'), version: v.string() })

/**
 * Whether a message asks this worker to give way. A second request to take over may arrive when the sender is active
 * already, and then asks the sender itself.
 * @param version this worker's version
 */
export const isGiveWay = (message: unknown, version: string): boolean => {
  const parsed = v.safeParse(GiveWay, message)
  return parsed.success && parsed.output.version !== version
}

/** A page that is frozen, or of an older build, does not answer. */
const PAUSE_PAGES_MS = 1_000

/** Requests that pages made before the pause, scripts and photos included, reach the active worker within this time. */
const SETTLE_MS = 500

type Needs = Pick<Ports, 'windows' | 'startTimer'> & {
  /** Undefined in browsers without Web Locks; there the app checks the outbox. */
  locks: Pick<LockManager, 'query' | 'request'> | undefined
  askToGiveWay: () => void
  skipWaiting: () => Promise<void>
}

export const takeOver = async (message: unknown, needs: Needs): Promise<void> => {
  const { windows, locks, askToGiveWay, skipWaiting } = needs
  const parsed = v.safeParse(SkipWaiting, message)
  if (!parsed.success) return
  // Without a tap, take over only while no tab is visible.
  if (parsed.output.unasked && (await windows.list()).some(isVisible)) return
  askToGiveWay()
  if (locks) await flushersFinished(locks)
  await pausePages(needs)
  await skipWaiting()
}

const pausePages = async ({ windows, startTimer }: Needs): Promise<void> => {
  const paused = (await windows.list()).map(
    (window) =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => {
          port1.close()
          resolve()
        })
        port1.start()
        window.postMessage({ type: TAKING_OVER }, { transfer: [port2] })
      }),
  )
  await withTimeout({ startTimer }, PAUSE_PAGES_MS, Promise.all(paused), null)
  await pause({ startTimer }, SETTLE_MS)
}

const flushersFinished = async (locks: Pick<LockManager, 'query' | 'request'>): Promise<void> => {
  for (;;) {
    const { held: locked = [] } = await locks.query()
    const name = locked.find((lock) => lock.name?.startsWith(OUTBOX_LOCK) === true)?.name
    if (name === undefined) return
    await locks.request(name, () => {})
  }
}
