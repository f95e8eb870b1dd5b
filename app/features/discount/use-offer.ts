/**
 * The current offer for this visitor or member, fetched while it is shown; it ends on the second, without another
 * answer.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import { serverNow } from '../../ports/clock.ts'
import { useResource } from '../../state/resource.ts'
import { sessionKnown, user } from '../../state/session.ts'
import { timeBonus, watchClock } from '../../state/time-bonus.ts'
import { offerOf, type Offer } from './offer.ts'

/** A visitor gets the welcome code, a member their own discount. */
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
    now: serverNow(),
  })
  const end = offer?.rises_at ?? bonus.ends_at
  useEffect(() => (end === null ? undefined : watchClock(end)), [end])
  // After an offer ends, another discount may apply: ask the server.
  const isOver = offer === null && data?.discountcode != null
  const asked = useRef(false)
  useEffect(() => {
    if (isOver && !asked.current) void refresh()
    asked.current = isOver
  }, [isOver, refresh])
  return offer
}
