/** Whether there is a connection, and what waits for it. */
import { computed, signal, untracked, type ReadonlySignal } from '@preact/signals-react'
import type { CallAnswer } from '#contract/calls.ts'
import { onLine } from '../ports/page.ts'
import { controlled } from '../ports/service-worker.ts'
import { call, type Outcome } from '../ports/api.ts'
import { resourceOf } from './resource.ts'

export type Connection = {
  online: boolean
  /** Writes that wait on this device. */
  waiting: number
  failed: CallAnswer<'device.state'>['failed']
  /** The last thing to be kept here found no room [PWA-13]. */
  full: boolean
}

const device = resourceOf('device.state', {})

/** Whether the last call reached anyone, where no worker knows better. */
const reached = signal(true)

export const connection: ReadonlySignal<Connection> = computed(() =>
  connectionOf({
    controlled: controlled.value,
    device: device.state.value.data,
    onLine: onLine.value,
    reached: reached.value,
  }),
)

/** Whether there is a network: who reads this alone is not told of anything else. */
export const online: ReadonlySignal<boolean> = computed(() => connection.value.online)

/** Writes that wait for the login of a member whom the server has logged out; null where none do. */
export const parkedWrites: ReadonlySignal<CallAnswer<'device.state'>['parked'] | null> = computed(() =>
  controlled.value ? device.state.value.data?.parked : null,
)

/**
 * Whether the connection is known to work: what is true for a moment only is shown with it [PWA-16]. A worker that was just
 * started, after a sleep too, has heard nothing yet and cannot know.
 */
export const isLive: ReadonlySignal<boolean> = computed(() => {
  const { data } = device.state.value
  return online.value && (!controlled.value || (data !== null && data.unheard !== true))
})

/** Runs once, as soon as there is a network where there was none; where there is one, never. */
export const onceOnline = (run: () => void): void => {
  if (online.peek()) return
  const stop = online.subscribe((isOnline) => {
    if (!isOnline) return
    run()
    queueMicrotask(() => stop())
  })
}

/** Runs whenever a network that is or goes away is back; gives what ends it. */
export const onBack = (run: () => void): (() => void) => {
  let wasAway = false
  return online.subscribe((isOnline) => {
    if (isOnline && wasAway) untracked(run)
    wasAway = !isOnline
  })
}

/** Asks the device itself: a page that has just begun knows of nothing yet, nor of what another tab has written. */
export const countWaiting = async (): Promise<number> => {
  const answer = controlled.peek() ? await call('device.state', {}) : null
  return answer?.ok && !answer.queued ? answer.data.waiting : connection.peek().waiting
}

export const connectionOf = (known: {
  controlled: boolean
  device: CallAnswer<'device.state'> | null
  onLine: boolean
  reached: boolean
}): Connection => {
  if (known.controlled && known.device)
    return {
      online: known.onLine && known.device.connection === 'online',
      waiting: known.device.waiting,
      failed: known.device.failed,
      full: known.device.storage === 'full',
    }
  return { online: known.onLine && known.reached, waiting: 0, failed: [], full: false }
}

/** Hears how every call went. A device's own answer says nothing about the network. */
export const noteOutcome = ({ name, reached: answered, error }: Outcome): void => {
  if (name.startsWith('device.')) return
  reached.value = answered && error !== 'network_unavailable'
}
