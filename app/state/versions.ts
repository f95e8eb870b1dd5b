/**
 * A new version is offered, not forced [PWA-10]. It takes over on a tap, or by itself after the page was hidden for a
 * while with no work under way. If another tab has let it take over, this page keeps running its own version and
 * offers a reload.
 */
import { effect, signal, type ReadonlySignal } from '@preact/signals-react'
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import type { VersionEvents, RegisteredWorker } from '../ports/worker-registration.ts'

export type VersionOffer = {
  /** `waits`: the new version is installed and waits. `old`: it is active, and this page is of the version before. */
  what: 'waits' | 'old'
  /** `away`: the member dismissed it; it is offered again at the next visit. */
  state: 'open' | 'busy' | 'failed' | 'away'
}

export type VersionDeps = {
  visible: ReadonlySignal<boolean>
  /**
   * There is a network, but no understandable answer: the server is down, or newer than this version.
   */
  serverUnreachable: ReadonlySignal<boolean>
  /** A newer server has refused something for a reason that this version does not know. */
  needsNewerVersion: ReadonlySignal<boolean>
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
/** The worker waits for running writes before it takes over. This is longer than the longest: a photo on a slow connection. */
export const ACTIVATION_TIMEOUT_MS = 270_000
const SENDING_POLL_MS = 1_000
/** The interval of checks for a new version while the server does not answer in a form that this version understands. */
export const UNREACHABLE_CHECK_MS = 5 * MINUTE_MS

const nothing = (): void => {}

export const createVersions = ({
  visible,
  serverUnreachable,
  needsNewerVersion,
  isSafeToReload,
  isSending,
  hasLocks,
  reload,
  now,
  after,
}: VersionDeps) => {
  const offer = signal<VersionOffer | null>(null)
  let worker: RegisteredWorker | null = null
  let activation: 'by a tap' | 'by nobody' | null = null
  let checkedAt = now()
  let dismissedAt = 0
  let stopWaiting = nothing
  let stopIdling = nothing

  const show = (state: VersionOffer['state']): void => {
    const { what = 'waits' } = offer.peek() ?? {}
    offer.value = { what, state }
  }

  const events: VersionEvents = {
    onWaiting: () => {
      // With an offer on the screen, dismissed or in progress, a further new version changes nothing.
      if (!offer.peek()) offer.value = { what: 'waits', state: 'open' }
    },
    onTakenOver: () => {
      stopWaiting()
      if (activation === 'by a tap' || (activation === 'by nobody' && isUnused())) reload()
      else offer.value = { what: 'old', state: offer.peek()?.state === 'away' ? 'away' : 'open' }
      activation = null
    },
  }

  const isUnused = (): boolean => !visible.peek() && isSafeToReload()

  /** The member tapped: the new version takes over once the queued writes are sent. */
  const activate = (): void => {
    if (offer.peek()?.state === 'busy') return
    const since = now()
    const letIn = (): void => {
      if (!hasLocks && isSending() && now() - since < ACTIVATION_TIMEOUT_MS) {
        show('busy')
        stopWaiting = after(SENDING_POLL_MS, letIn)
      } else if (worker?.requestTakeover({ unasked: false }) === true) {
        show('busy')
        activation = 'by a tap'
        stopWaiting = after(ACTIVATION_TIMEOUT_MS, giveUp)
      } else reload()
    }
    letIn()
  }

  const giveUp = (): void => {
    activation = null
    show('failed')
  }

  const dismiss = (): void => {
    dismissedAt = now()
    show('away')
  }

  /** After a missing module or a crash: activates the newest version, which may have fixed the fault. */
  const activateNewest = async (): Promise<void> => {
    if (offer.peek()?.what !== 'waits') await worker?.checkForUpdate()
    activate()
  }

  const idle = (): void => {
    stopIdling = after(IDLE_MS, idle)
    if (!isUnused() || isSending() || activation === 'by a tap') return
    // The worker may refuse, because another tab is visible: then ask again later.
    if (worker?.requestTakeover({ unasked: true }) === true) activation = 'by nobody'
    else if (offer.peek()?.what === 'old') reload()
  }

  /** Checks at most once an hour: when the member returns, and while the page stays open. */
  const checkHourly = (): void => {
    if (now() - checkedAt < HOUR_MS) return
    checkedAt = now()
    void worker?.checkForUpdate()
  }

  const cameBack = (): void => {
    // After this time a return counts as another visit.
    if (offer.peek()?.state === 'away' && now() - dismissedAt >= HOUR_MS) show('open')
    checkHourly()
  }

  /** Starts when the worker is registered, which includes the first check. Returns the function that ends it. */
  const start = (registered: RegisteredWorker | null): (() => void) => {
    worker = registered
    let stopHour = nothing
    const hourly = (): void => {
      stopHour = after(HOUR_MS, hourly)
      checkHourly()
    }
    hourly()
    const stopWatching = effect(() => {
      stopIdling()
      if (activation === 'by nobody') activation = null
      if (visible.value) cameBack()
      else if (offer.value) stopIdling = after(IDLE_MS, idle)
    })
    let stopUnreachableCheck = nothing
    const checkWhileUnreachable = (): void => {
      stopUnreachableCheck = after(UNREACHABLE_CHECK_MS, () => {
        void worker?.checkForUpdate()
        checkWhileUnreachable()
      })
    }
    const stopUnreachableWatch = effect(() => {
      stopUnreachableCheck()
      // A hidden page asks nobody whether the server is back.
      if (serverUnreachable.value && visible.value) checkWhileUnreachable()
    })
    const stopNeedWatch = effect(() => {
      if (needsNewerVersion.value) void worker?.checkForUpdate()
    })
    return () => {
      stopWatching()
      stopNeedWatch()
      stopUnreachableWatch()
      stopUnreachableCheck()
      stopHour()
      stopIdling()
      stopWaiting()
    }
  }

  return { offer: offer as ReadonlySignal<VersionOffer | null>, events, activate, activateNewest, dismiss, start }
}
