/**
 * A new version is offered, not forced [PWA-10]. It is taken on a tap, or by itself when nobody has looked for a while and
 * nothing is going on. Where another tab has taken it, this one keeps running what it has and is offered to be loaded anew.
 */
import { effect, signal, type ReadonlySignal } from '@preact/signals-react'
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Heard, Worker } from '../ports/worker-registration.ts'

export type Offer = {
  /** `waits`: it is on the device and waits. `old`: it answers already, and this page is of the one before. */
  what: 'waits' | 'old'
  /** `away`: not now; it comes back with the next visit. */
  state: 'open' | 'busy' | 'failed' | 'away'
}

export type VersionDeps = {
  visible: ReadonlySignal<boolean>
  /** There is a network, but no server that this version understands: it may be away, or have moved on without us. */
  lost: ReadonlySignal<boolean>
  /** Whether loading the page anew would take nothing from anybody. */
  isSafeToReload: () => boolean
  /** Writes of this device that are on their way: the worker waits for them by itself where it has locks. */
  isSending: () => boolean
  hasLocks: boolean
  reload: () => void
  now: () => number
  after: (ms: number, run: () => void) => () => void
}

/** Hidden for so long, a page is not in use. */
export const IDLE_MS = 5 * MINUTE_MS
/** Longer than the longest request takes: a photo on a slow line. */
export const GIVE_UP_MS = 150_000
const LOOK_AGAIN_MS = 1_000
/** A server that was changed under an old app is asked for a new one before the hour is over. */
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
      // Put away, or being taken: one more is no news.
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

  /** The member's own wish: whatever waits comes in as soon as what was written is sent. */
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

  /** A part is missing or a screen broke: perhaps there is a newer one that does better. */
  const takeNewest = async (): Promise<void> => {
    if (offer.peek()?.what !== 'waits') await worker?.look()
    take()
  }

  const idle = (): void => {
    stopIdling = after(IDLE_MS, idle)
    if (!isUnused() || isSending() || asked === 'by a tap') return
    // It may say no, since another tab is looked at: then it is asked again.
    if (worker?.letIn(true) === true) asked = 'by nobody'
    else if (offer.peek()?.what === 'old') reload()
  }

  /** At most once an hour: on coming back, and while the page stays open. */
  const look = (): void => {
    if (now() - lookedAt < HOUR_MS) return
    lookedAt = now()
    void worker?.look()
  }

  const cameBack = (): void => {
    // After so long it is another visit.
    if (offer.peek()?.state === 'away' && now() - awayAt >= HOUR_MS) show('open')
    look()
  }

  /** Begins when the worker is registered; registering has looked already. Gives what ends it. */
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
