/** The state of the connection, and the number of writes that wait for it. */
import { computed, signal, untracked, type ReadonlySignal } from '@preact/signals-react'
import type { CallAnswer } from '#contract/calls.ts'
import type { Topic } from '#contract/device.ts'
import { onLine, startedOffline } from '../ports/page.ts'
import { controlled } from '../ports/service-worker.ts'
import { call, type CallOutcome } from '../ports/api.ts'
import { errorText } from './error-text.ts'
import { t } from './i18n.ts'
import { invalidate, resourceOf } from './resource.ts'
import { toast } from './toasts.ts'

export type Connection = {
  online: boolean
  /** Writes that wait on this device. */
  waiting: number
  /** Writes among them that are on their way: none that can still be undone. */
  sending: number
  failed: CallAnswer<'device.state'>['failed']
  /** The last write on this device found no space [PWA-13]. */
  full: boolean
}

const device = resourceOf('device.state', {})

const newerRefused = signal(false)

/** Whether a newer server has refused something for a reason that this version does not know. */
export const needsNewerVersion: ReadonlySignal<boolean> = computed(
  () => newerRefused.value || connection.value.failed.some(({ failure }) => failure.error === 'newer_version_needed'),
)

/** Whether the last call reached a server, for pages without a worker. */
const reached = signal(true)

export const connection: ReadonlySignal<Connection> = computed(() =>
  connectionOf({
    controlled: controlled.value,
    device: device.state.value.data,
    onLine: onLine.value,
    // Until the worker says more, its document counts, so that the first screen shows the line that the markup has.
    reached: reached.value && !(controlled.value && startedOffline.value),
  }),
)

/** Whether there is a network, as a signal of its own: readers do not rerun for other changes. */
export const online: ReadonlySignal<boolean> = computed(() => connection.value.online)

/** The writes that wait for the login of a member whom the server has logged out; null if there are none. */
export const parkedWrites: ReadonlySignal<CallAnswer<'device.state'>['parked'] | null> = computed(() =>
  controlled.value ? device.state.value.data?.parked : null,
)

/** Whether the device has photos or refused writes of a member whom the server has logged out. */
export const hasParkedDrafts: ReadonlySignal<boolean> = computed(
  () => controlled.value && (device.state.value.data?.parked_drafts ?? 0) > 0,
)

/** The number of writes and drafts that were deleted unsent when the session was ended elsewhere. */
export const lostWrites: ReadonlySignal<number> = computed(() =>
  controlled.value ? (device.state.value.data?.lost ?? 0) : 0,
)

/** Whether the server was put back to an earlier state, so that changes of this member may be missing. */
export const isPutBack: ReadonlySignal<boolean> = computed(
  () => controlled.value && device.state.value.data?.put_back === true,
)

/** The member has read what was lost. The worker's news then hides it in every tab. */
export const dismissLostWrites = (): void => void call('device.lost.drop', {})

/**
 * The words at a write that this device has not sent yet. With a network, the server limits or refuses the device for a while, and the
 * reader's connection is not at fault.
 */
export const waitingWords = (): string => t(online.value ? 'ui.waits' : 'ui.waitsForNetwork')

/**
 * Whether the connection is known to work; presence and typing show only then [PWA-16]. A worker that has just
 * started, also after a sleep, has had no answer yet and cannot know.
 */
export const isLive: ReadonlySignal<boolean> = computed(() => {
  const { data } = device.state.value
  return online.value && (!controlled.value || (data !== null && data.unheard !== true))
})

/** Runs once when a missing network is back; never if there is a network now. */
export const onceOnline = (run: () => void): void => {
  if (online.peek()) return
  const stop = online.subscribe((isOnline) => {
    if (!isOnline) return
    run()
    queueMicrotask(() => stop())
  })
}

/** Runs each time the network is back; returns the function that ends it. */
export const onBack = (run: () => void): (() => void) => {
  let wasAway = false
  return online.subscribe((isOnline) => {
    if (isOnline && wasAway) untracked(run)
    wasAway = !isOnline
  })
}

/**
 * The number of writes and chosen photos that only this device has. Asks the device: a page that has just started knows neither
 * the queue nor the writes of other tabs.
 */
export const countOnDevice = async (): Promise<number> => {
  if (!controlled.peek()) return 0
  const [state, photos] = await Promise.all([call('device.state', {}), call('device.drafts', {})])
  const { waiting, failed } = state.ok ? state.data : connection.peek()
  return waiting + failed.length + (photos.ok ? photos.data.drafts.length : 0)
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
      sending: known.device.waiting - (known.device.undoable ?? 0),
      failed: known.device.failed,
      full: known.device.storage === 'full',
    }
  return { online: known.onLine && known.reached, waiting: 0, sending: 0, failed: [], full: false }
}

/**
 * Retries or discards a write that the server refused. A missing write needs no action: it was sent, or another tab discarded it.
 * @param topics name the data that the write changes
 * @returns whether it was settled now
 */
export const settleWrite = async (
  name: 'device.retry' | 'device.discard',
  id: string,
  topics: readonly Topic[],
): Promise<boolean> => {
  const answer = await call(name, { params: { id } })
  if (!answer.ok && answer.error.error !== 'not_found') toast(errorText(answer.error))
  invalidate(['device', ...topics])
  return answer.ok
}

/** Gets the outcome of every call. An answer of the device says nothing about the network. */
export const noteOutcome = ({ name, reached: answered, error }: CallOutcome): void => {
  if (name.startsWith('device.')) return
  if (error === 'newer_version_needed') newerRefused.value = true
  reached.value = answered && error !== 'network_unavailable'
}
