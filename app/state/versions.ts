/**
 * A new version is offered, not forced [PWA-10]. It takes over on a tap, or by itself after the page was hidden for a
 * while with no work under way. If another tab has let it take over, this page keeps running its own version and
 * offers a reload.
 */
import { effect, signal, type ReadonlySignal } from '@preact/signals-react'
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Heard, Worker } from '../ports/worker-registration.ts'

export type Offer = {
  /** `waits`: the new version is installed and waits. `old`: it is active, and this page is of the version before. */
  what: 'waits' | 'old'
  /** `away`: the member dismissed it; it is offered again at the next visit. */
  state: 'open' | 'busy' | 'failed' | 'away'
}

export type VersionDeps = {
  visible: ReadonlySignal<boolean>
  /**
   * There is a network, but no server that this version understands: the server is down, or newer than this version.
   */
  lost: ReadonlySignal<boolean>
  /** Whether a reload of the page would lose nothing. */
  isSafeToReload: () => boolean
  /** This device is sending writes. With Web Locks the worker itself waits for them. */
  isSending: () => boolean
  hasLocks: boolean
  reload: () => void
  now: () => number
  after: (ms: number, run: () => void) => () => void
}

/** A page that was hidden for this long is not in use. */
export const IDLE_MS = 5 * MINUTE_MS
/** Longer than the longest request: a photo on a slow connection. */
export const GIVE_UP_MS = 150_000
const LOOK_AGAIN_MS = 1_000
/** After an update of the server, an old app checks for a new version before the hour is over. */
export const LOST_MS = 5 * MINUTE_MS

const nothing = (): void => {}

export const createVersions = ({
  visible,
  lost,
  isSafeToReload,
  isSending,
  hasLocks,
  reload,
  now,
  after,
}: VersionDeps) => {
  const offer = signal<Offer | null>(null)
  let worker: Worker | null = null
  let asked: 'by a tap' | 'by nobody' | null = null
  let lookedAt = now()
  let awayAt = 0
  let stopWaiting = nothing
  let stopIdling = nothing

  const show = (state: Offer['state']): void => {
    const { what = 'waits' } = offer.peek() ?? {}
    offer.value = { what, state }
  }

  const heard: Heard = {
    waits: () => {
      // The offer was dismissed or is being taken, so another new version is no news.
      if (!offer.peek()) offer.value = { what: 'waits', state: 'open' }
    },
    tookOver: () => {
      stopWaiting()
      if (asked === 'by a tap' || (asked === 'by nobody' && isUnused())) reload()
      else offer.value = { what: 'old', state: offer.peek()?.state === 'away' ? 'away' : 'open' }
      asked = null
    },
  }

  const isUnused = (): boolean => !visible.peek() && isSafeToReload()

  /** The member tapped: the new version takes over once the queued writes are sent. */
  const take = (): void => {
    if (offer.peek()?.state === 'busy') return
    const since = now()
    const letIn = (): void => {
      if (!hasLocks && isSending() && now() - since < GIVE_UP_MS) {
        show('busy')
        stopWaiting = after(LOOK_AGAIN_MS, letIn)
      } else if (worker?.letIn(false) === true) {
        show('busy')
        asked = 'by a tap'
        stopWaiting = after(GIVE_UP_MS, giveUp)
      } else reload()
    }
    letIn()
  }

  const giveUp = (): void => {
    asked = null
    show('failed')
  }

  const putAway = (): void => {
    awayAt = now()
    show('away')
  }

  /** A part is missing or a screen crashed: a newer version may not have the fault. */
  const takeNewest = async (): Promise<void> => {
    if (offer.peek()?.what !== 'waits') await worker?.look()
    take()
  }

  const idle = (): void => {
    stopIdling = after(IDLE_MS, idle)
    if (!isUnused() || isSending() || asked === 'by a tap') return
    // The worker may refuse, because another tab is visible: then ask again later.
    if (worker?.letIn(true) === true) asked = 'by nobody'
    else if (offer.peek()?.what === 'old') reload()
  }

  /** Checks at most once an hour: when the member returns, and while the page stays open. */
  const look = (): void => {
    if (now() - lookedAt < HOUR_MS) return
    lookedAt = now()
    void worker?.look()
  }

  const cameBack = (): void => {
    // After this time a return counts as another visit.
    if (offer.peek()?.state === 'away' && now() - awayAt >= HOUR_MS) show('open')
    look()
  }

  /** Starts when the worker is registered, which includes the first check. Returns the function that ends it. */
  const start = (registered: Worker | null): (() => void) => {
    worker = registered
    let stopHour = nothing
    const hourly = (): void => {
      stopHour = after(HOUR_MS, hourly)
      look()
    }
    hourly()
    const stopWatching = effect(() => {
      stopIdling()
      if (asked === 'by nobody') asked = null
      if (visible.value) cameBack()
      else if (offer.value) stopIdling = after(IDLE_MS, idle)
    })
    let stopLost = nothing
    const lookSoon = (): void => {
      stopLost = after(LOST_MS, () => {
        void worker?.look()
        lookSoon()
      })
    }
    const stopMissing = effect(() => {
      stopLost()
      if (lost.value) lookSoon()
    })
    return () => {
      stopWatching()
      stopMissing()
      stopLost()
      stopHour()
      stopIdling()
      stopWaiting()
    }
  }

  return { offer: offer as ReadonlySignal<Offer | null>, heard, take, takeNewest, putAway, start }
}
