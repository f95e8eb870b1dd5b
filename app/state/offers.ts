/**
 * What the app offers of itself right now [PWA-5], [PWA-9]: one thing at a time, after a cause, until the member says yes
 * or no. When and how often is in `contract/rules/offers.ts`. Comes with what the first screen does not need.
 */
import { effect, signal, untracked, type ReadonlySignal } from '@preact/signals-react'
import {
  afterDecline,
  afterVisit,
  offerFor,
  withoutVisits,
  type Offer,
  type OfferCause,
} from '#contract/rules/offers.ts'
import { now } from '../ports/clock.ts'
import { installPrompt } from '../ports/install-prompt.ts'
import { canBeInstalled, installWay } from '../ports/install-way.ts'
import { protectQuietly } from '../ports/protection.ts'
import { keepOffers, readOffers } from '../ports/offer-memory.ts'
import { connection } from './connection.ts'
import { dismissAlert, memberSettings } from './member-settings.ts'
import { pushState, refreshPushState } from './push.ts'
import { isLoggedIn, onMemberLeft, user } from './session.ts'

const shown = signal<{ offer: Offer; cause: OfferCause } | null>(null)

/** What is offered, and why now. */
export const offered: ReadonlySignal<{ offer: Offer; cause: OfferCause } | null> = shown

const causes = signal<OfferCause | null>(null)

/** Something has happened that may be a reason to offer something. */
export const noteCause = (cause: OfferCause): void => {
  causes.value = cause
}

export const startOffers = (): void => {
  effect(() => {
    if (isLoggedIn.value) untracked(noteVisit)
  })
  effect(() => {
    const [cause, me, push] = [causes.value, user.value, pushState.value]
    // The browser's question may come after the cause: then this runs once more.
    void installPrompt.value
    // Nobody can take what needs a network without one: it waits.
    const { online } = connection.value
    if (cause === null || me === null || !online || shown.peek() !== null) return
    // It may not be known yet whether this device notifies.
    if (push === null) untracked(() => void refreshPushState())
    else untracked(() => consider(cause))
  })
  // It is on the home screen now: nothing is left to offer.
  window.addEventListener('appinstalled', () => {
    installPrompt.value = null
    void protectQuietly()
    if (shown.peek()?.offer === 'install') endOffer()
  })
  onMemberLeft(() => {
    endOffer()
    keepOffers(withoutVisits(readOffers()))
  })
}

const noteVisit = (): void => {
  keepOffers(afterVisit(readOffers(), new Date(now()).toDateString()))
  noteCause('visit')
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

/** The member has it before them: another waits. */
export const noteOffered = (): void => keepOffers({ ...readOffers(), offered: now() })

/** It was answered, or there is nothing to offer any more. */
export const endOffer = (): void => {
  shown.value = null
  causes.value = null
}

/** "Not now": of notifications the member's own decision, of the app this device's. */
export const declineOffer = (): void => {
  const offer = shown.peek()?.offer
  endOffer()
  if (offer === 'push') void dismissAlert('push')
  if (offer === 'install') keepOffers(afterDecline(readOffers(), now()))
}
