/**
 * What the app offers of itself: to notify this device [PWA-5], to be installed on it [PWA-9]. One of them at a time, after
 * something that gives a reason, and never by itself again once it was declined for good.
 */
import { DAY_MS } from '../limits.ts'

export type Offer = 'push' | 'install'

/** What gives a reason: the member wrote to someone, it was a match, they came back on another day. */
export type OfferCause = 'message' | 'match' | 'visit'

/** What this device remembers of it; nothing of it is the member's own but the days, which leave with them. */
export type OfferMemory = {
  /** When installing was declined, in ms, oldest first. */
  declined: number[]
  /** When something was offered last, in ms; 0 for never. */
  offered: number
  /** On how many days members were here, and the last of them. */
  days: number
  day: string
}

export const NOTHING_OFFERED: OfferMemory = { declined: [], offered: 0, days: 0, day: '' }

/** Declined once, installing is offered so much later, and declined again, never. */
const INSTALL_AGAIN_MS = 90 * DAY_MS
const INSTALL_TIMES = 2
/** Whoever has just been offered one thing is not offered another. */
const OFFER_PAUSE_MS = 7 * DAY_MS
/** Who comes back so often likes it here. */
const DAYS_TO_OFFER = 3

export type OfferSituation = {
  /** Null on a page where nothing has happened yet: a load alone is no reason. */
  cause: OfferCause | null
  /** This device could notify, was not told no, and does not yet. */
  pushPossible: boolean
  /** The member does not want to be asked about it again. */
  pushDeclined: boolean
  /** The app is not installed here, and the member can do it. */
  installPossible: boolean
  memory: OfferMemory
  now: number
}

/** To hear of an answer is what someone who has just written may want; an app is for whoever keeps coming back. */
export const offerFor = (situation: OfferSituation): Offer | null => {
  const { cause, pushPossible, pushDeclined, installPossible, memory, now } = situation
  if (cause === null || now - memory.offered < OFFER_PAUSE_MS) return null
  if (cause === 'visit' && memory.days < DAYS_TO_OFFER) return null
  if (pushPossible && !pushDeclined && cause !== 'visit') return 'push'
  return installPossible && mayOfferInstall(memory.declined, now) ? 'install' : null
}

const mayOfferInstall = (declined: readonly number[], now: number): boolean =>
  declined.length < INSTALL_TIMES && now - (declined.at(-1) ?? -Infinity) >= INSTALL_AGAIN_MS

/** @param day of the member's own calendar, in any form that differs from day to day */
export const afterVisit = (memory: OfferMemory, day: string): OfferMemory =>
  memory.day === day ? memory : { ...memory, day, days: memory.days + 1 }

export const afterDecline = (memory: OfferMemory, now: number): OfferMemory => ({
  ...memory,
  declined: [...memory.declined, now].slice(-INSTALL_TIMES),
})

/** What stays when a member leaves the device: that they came is theirs, that installing was declined is the device's. */
export const withoutVisits = (memory: OfferMemory): OfferMemory => ({ ...memory, days: 0, day: '' })
