/**
 * Asks whether the source of a visit may be stored [SITE-9]. Only visitors with a partner's link get the question, and
 * only once. Before a yes, this device stores nothing but the answer. Only a signup sends the source [ACC-15].
 */
import { signal } from '@preact/signals-react'
import { deviceStore } from '../../ports/text-store.ts'
import { forgetSource, storeSource, unstoredSource } from '../../ports/traffic-source.ts'
import { invalidate } from '../../state/resource.ts'

export type TrackingChoice = 'yes' | 'no'

const STORED_CHOICE = 'tracking-choice'

export type TrackingPorts = {
  /** The answer of an earlier visit. */
  read: () => string | null
  write: (choice: TrackingChoice) => void
  /** The tracking data of this visit that is not stored yet. */
  unstored: () => string | null
  store: () => void
  forget: () => void
}

export const pageTracking: TrackingPorts = {
  read: () => deviceStore.get(STORED_CHOICE),
  write: (choice) => deviceStore.set(STORED_CHOICE, choice),
  unstored: unstoredSource,
  store: () => {
    storeSource()
    // The site may show search and profiles to visitors with a source [FIND-4].
    invalidate(['members'])
  },
  forget: forgetSource,
}

/** Whether the question is shown. */
export const trackingAsked = signal(false)

/** Runs at the start of a visit. An earlier answer counts. Members get no question, because their signup is done. */
export const startTracking = (ports: TrackingPorts, isMember: boolean): void => {
  if (ports.unstored() === null) return
  const before = ports.read()
  if (before === 'yes') ports.store()
  trackingAsked.value = before !== 'yes' && before !== 'no' && !isMember
}

export const answerTracking = (ports: TrackingPorts, choice: TrackingChoice): void => {
  trackingAsked.value = false
  ports.write(choice)
  if (choice === 'yes') ports.store()
  else ports.forget()
}
