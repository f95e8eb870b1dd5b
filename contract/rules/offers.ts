/**
 * Decides what the app offers: notifications on this device [PWA-5] or installing it [PWA-9]. It makes one offer at a
 * time, only for a cause, and never again after a final decline.
 */
import { DAY_MS } from '../limits.ts'

export type Offer = 'push' | 'install'

/** The cause of an offer: the member wrote to someone, got a match, or came back on another day. */
export type OfferCause = 'message' | 'match' | 'visit'

/** The device's record of offers. Only the days belong to the member, and they are deleted at logout. */
export type OfferMemory = {
  /** When installing was declined, in ms, oldest first. */
  declined: number[]
  /** When the last offer was made, in ms; 0 for never. */
  offered: number
  /** The number of days with a visit, and the last of them. */
  days: number
  day: string
}

export const NOTHING_OFFERED: OfferMemory = { declined: [], offered: 0, days: 0, day: '' }

/** The pause after the first decline of installing; after the second, it is never offered again. */
const INSTALL_AGAIN_MS = 90 * DAY_MS
const INSTALL_TIMES = 2
/** The pause between two offers. */
const OFFER_PAUSE_MS = 7 * DAY_MS
/** The number of days with a visit before installing is offered. */
const DAYS_TO_OFFER = 3

export type OfferSituation = {
  /** Null on a page where nothing has happened yet: loading a page is no cause. */
  cause: OfferCause | null
  /** This device supports notifications, the member has not refused them, and they are not on yet. */
  pushPossible: boolean
  /** The member does not want to be asked about notifications again. */
  pushDeclined: boolean
  /** The app is not installed here, and the browser can install it. */
  installPossible: boolean
  memory: OfferMemory
  now: number
}

/**
 * A member who has just written may want to be notified of the answer. Installing is for members who keep coming back.
 */
export const offerFor = (situation: OfferSituation): Offer | null => {
  const { cause, pushPossible, pushDeclined, installPossible, memory, now } = situation
  if (cause === null || now - memory.offered < OFFER_PAUSE_MS) return null
  if (cause === 'visit' && memory.days < DAYS_TO_OFFER) return null
  if (pushPossible && !pushDeclined && cause !== 'visit') return 'push'
  return installPossible && mayOfferInstall(memory.declined, now) ? 'install' : null
}

const mayOfferInstall = (declined: readonly number[], now: number): boolean =>
  declined.length < INSTALL_TIMES && now - (declined.at(-1) ?? -Infinity) >= INSTALL_AGAIN_MS

/** @param day the day in the member's calendar, in any form that differs from day to day */
export const afterVisit = (memory: OfferMemory, day: string): OfferMemory =>
  memory.day === day ? memory : { ...memory, day, days: memory.days + 1 }

/** The record after the member declined installing. */
export const afterDecline = (memory: OfferMemory, now: number): OfferMemory => ({
  ...memory,
  declined: [...memory.declined, now],
})

/**
 * The record after a logout: the visits belong to the member and are deleted; the declines belong to the device and
 * stay.
 */
export const withoutVisits = (memory: OfferMemory): OfferMemory => ({ ...memory, days: 0, day: '' })
