/** The offer of whoever is here, asked for while something shows it; it ends on the second, not with the next answer. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import { now } from '../../ports/clock.ts'
import { useResource } from '../../state/resource.ts'
import { sessionKnown, user } from '../../state/session.ts'
import { timeBonus, watchClock } from '../../state/time-bonus.ts'
import { offerOf, type Offer } from './offer.ts'

/** A visitor is told of the welcome code, a member of what they have. */
const MINE = { query: {} }
const WELCOME = { query: { welcome: 'true' } } as const

export const useOffer = (): Offer | null => {
  useSignals()
  const me = user.value
  const { data, refresh } = useResource('discountcode.get', sessionKnown.value ? (me ? MINE : WELCOME) : null)
  const bonus = timeBonus()
  const offer = offerOf({
    active: data,
    bonusVisible: bonus.isVisible,
    paid: me?.paid_user ?? false,
    now: now(),
  })
  const end = offer?.rises_at ?? bonus.ends_at
  useEffect(() => (end === null ? undefined : watchClock(end)), [end])
  // What is over may leave another discount behind, which the server knows.
  const isOver = offer === null && data?.discountcode != null
  const asked = useRef(false)
  useEffect(() => {
    if (isOver && !asked.current) void refresh()
    asked.current = isOver
  }, [isOver, refresh])
  return offer
}
