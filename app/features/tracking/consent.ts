/**
 * Whether where a visitor came from may be stored [SITE-9]. Asked only of who came by a partner's link, once; the answer
 * alone is kept, on this device. Nothing is stored, and nothing sent, before a yes.
 */
import { signal } from '@preact/signals-react'

export type Choice = 'yes' | 'no'

export const TRACKING_CHOICE = 'tracking-choice'

export type TrackingPorts = {
  /** The answer of an earlier visit. */
  read: () => string | null
  write: (choice: Choice) => void
  /** What this visit came with and is not stored. */
  unstored: () => string | null
  store: () => void
  forget: () => void
}

/** The question is on the screen. */
export const trackingAsked = signal(false)

/** At the start of a visit: what was answered before holds; a member is not asked, since the signup is behind them. */
export const startTracking = (ports: TrackingPorts, isMember: boolean): void => {
  if (ports.unstored() === null) return
  const before = ports.read()
  if (before === 'yes') ports.store()
  trackingAsked.value = before !== 'yes' && before !== 'no' && !isMember
}

export const answerTracking = (ports: TrackingPorts, choice: Choice): void => {
  trackingAsked.value = false
  ports.write(choice)
  if (choice === 'yes') ports.store()
  else ports.forget()
}
