/**
 * Decides which card to propose now [PWA-5], [PWA-9]: one at a time, after a cause, until the member says yes or no.
 * `contract/rules/offers.ts` decides when and how often. Loaded after the first screen.
 */
import * as v from 'valibot'
import { effect, signal, untracked, type ReadonlySignal } from '@preact/signals-react'
import {
  afterDecline,
  afterVisit,
  NOTHING_OFFERED,
  offerFor,
  withoutVisits,
  type Offer,
  type OfferCause,
  type OfferMemory,
} from '#contract/rules/offers.ts'
import { now } from '../ports/clock.ts'
import { installPrompt, canBeInstalled, installWay } from '../ports/installation.ts'
import { protectQuietly } from '../ports/device-storage.ts'
import { deviceStore } from '../ports/text-store.ts'
import { connection } from './connection.ts'
import { dismissAlert, memberSettings } from './member-settings.ts'
import { pushState, refreshPushState } from './push.ts'
import { isLoggedIn, onMemberLeft, user } from './session.ts'

const shown = signal<{ offer: Offer; cause: OfferCause } | null>(null)

/** The card that is proposed, and its cause. */
export const offered: ReadonlySignal<{ offer: Offer; cause: OfferCause } | null> = shown

const latestCause = signal<OfferCause | null>(null)

/** Notes an event that may be a reason to propose a card. */
export const noteCause = (cause: OfferCause): void => {
  latestCause.value = cause
}

export const startOffers = (): void => {
  effect(() => {
    if (isLoggedIn.value) untracked(noteVisit)
  })
  effect(() => {
    const [cause, me, push] = [latestCause.value, user.value, pushState.value]
    // The browser's install prompt may come after the cause: then this effect runs again.
    void installPrompt.value
    // An offer that needs a network waits for it.
    const { online } = connection.value
    if (cause === null || me === null || !online || shown.peek() !== null) return
    // The push state of this device may not be known yet.
    if (push === null) untracked(() => void refreshPushState())
    else untracked(() => consider(cause))
  })
  // The app is on the home screen now: there is nothing left to offer.
  window.addEventListener('appinstalled', () => {
    installPrompt.value = null
    void protectQuietly()
    if (shown.peek()?.offer === 'install') endOffer()
  })
  onMemberLeft(() => {
    endOffer()
    storeOffers(withoutVisits(readOffers()))
  })
}

const noteVisit = (): void => {
  storeOffers(afterVisit(readOffers(), new Date(now()).toDateString()))
  // A member may write before this code has loaded, and a message is the better cause.
  if (latestCause.peek() === null) noteCause('visit')
}

const consider = (cause: OfferCause): void => {
  const me = user.peek()
  if (me === null) return
  const settings = memberSettings.peek() ?? me.settings
  const offer = offerFor({
    cause,
    pushPossible: pushState.peek() === 'off',
    pushDeclined: (settings.dismissed_alerts.push ?? 0) !== 0,
    installPossible: canBeInstalled(installWay()),
    memory: readOffers(),
    now: now(),
  })
  if (offer !== null) shown.value = { offer, cause }
}

/** The member sees the card, so the next one must wait. */
export const noteOffered = (): void => storeOffers({ ...readOffers(), offered: now() })

/** The member has answered, or there is nothing to offer any more. */
export const endOffer = (): void => {
  shown.value = null
  latestCause.value = null
}

/** "Not now": for notifications it is stored for the member, for the app on this device. */
export const declineOffer = (): void => {
  const offer = shown.peek()?.offer
  endOffer()
  if (offer === 'push') void dismissAlert('push')
  if (offer === 'install') storeOffers(afterDecline(readOffers(), now()))
}

/** This device's memory of the cards it has offered (`contract/rules/offers.ts`). */
const KEY = 'offers'

const Memory = v.object({ declined: v.array(v.number()), offered: v.number(), days: v.number(), day: v.string() })

/** The fallback if the browser refuses storage; it lasts until the page is closed. */
let inMemory: OfferMemory = NOTHING_OFFERED

const readOffers = (): OfferMemory => {
  const parsed = v.safeParse(Memory, deviceStore.getJson(KEY))
  return parsed.success ? parsed.output : inMemory
}

export const storeOffers = (memory: OfferMemory): void => {
  inMemory = memory
  deviceStore.set(KEY, JSON.stringify(memory))
}
