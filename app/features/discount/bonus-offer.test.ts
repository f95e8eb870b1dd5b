import { signal } from '@preact/signals-react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ActiveDiscount } from '#contract/entities/money.ts'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import type { User } from '#contract/entities/user.ts'
import { TIME_BONUS_MS } from '#contract/limits.ts'
import type { RouteName } from '../../shell/screens.ts'
import { aDiscountCode, aUser } from '../../testing/factories.ts'
import { watchMembersArea } from './bonus-offer.ts'

const SIGNUP = 1_000_000
const ACTIVE: ActiveDiscount = {
  discountcode: aDiscountCode(),
  time_bonus: { isVisible: true, ends_at: SIGNUP + TIME_BONUS_MS },
  price_rises_at: SIGNUP + TIME_BONUS_MS,
}

beforeEach(() => void vi.useFakeTimers({ now: SIGNUP + 1_000 }))
afterEach(() => void vi.useRealTimers())

const stage = (change: Partial<User> = {}, active: ActiveDiscount | null = ACTIVE) => {
  const me = signal<User | null>(aUser({ credits: 0, signup_date: SIGNUP, ...change }))
  const settings = signal(DEFAULT_MEMBER_SETTINGS)
  const state = { busy: false }
  const open = vi.fn<() => void>()
  let go: ((route: RouteName | null) => void) | undefined
  watchMembersArea({
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    now: () => Date.now(),
    onRoute: (listener) => {
      go = listener
    },
    isBusy: () => state.busy,
    me: () => me.value,
    settings: () => settings.peek(),
    ask: async () => active,
    open,
  })
  return { me, settings, state, open, go: (route: RouteName | null) => go?.(route) }
}
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

describe('[PAY-8] the dialog of the time bonus', () => {
  test('opens 40 s after entering the members area, on whatever screen of it', async () => {
    const { go, open, me } = stage()
    go('members')
    await pass(20_000)
    go('chats')
    // Updates of the member do not restart the timer.
    me.value = aUser({ credits: 0, signup_date: SIGNUP })
    await pass(19_999)
    expect(open).not.toHaveBeenCalled()
    await pass(1)
    expect(open).toHaveBeenCalledTimes(1)
  })

  test.each<RouteName>(['members', 'members-id', 'chats', 'likes', 'likes-m-id', 'premium'])(
    'counts from %s',
    async (route) => {
      const { go, open } = stage()
      go(route)
      await pass(40_000)
      expect(open).toHaveBeenCalled()
    },
  )

  test('does not open elsewhere, and restarts its timer after that', async () => {
    const { go, open } = stage()
    go('profile')
    await pass(60_000)
    go('members')
    await pass(30_000)
    go('chats-id')
    await pass(60_000)
    go('members')
    await pass(39_999)
    expect(open).not.toHaveBeenCalled()
    await pass(1)
    expect(open).toHaveBeenCalledTimes(1)
  })

  test.each<[string, Partial<User>]>([
    ['with credits left', { credits: 1 }],
    ['for who has paid', { paid_user: true }],
    ['four hours after signup', { signup_date: SIGNUP - TIME_BONUS_MS }],
  ])('does not open %s', async (_, change) => {
    const { go, open } = stage(change)
    go('members')
    await pass(60_000)
    expect(open).not.toHaveBeenCalled()
  })

  test('does not open after a dismissal, even during the wait', async () => {
    const { go, open, settings } = stage()
    go('members')
    await pass(39_000)
    settings.value = { ...DEFAULT_MEMBER_SETTINGS, dismissed_alerts: { time_bonus: 5 } }
    await pass(60_000)
    expect(open).not.toHaveBeenCalled()
  })

  test('does not open for a visitor, nor after a logout', async () => {
    const { go, open, me } = stage()
    go('members')
    await pass(30_000)
    me.value = null
    await pass(60_000)
    expect(open).not.toHaveBeenCalled()
  })

  test('waits while the member types or another dialog is open', async () => {
    const { go, open, state } = stage()
    state.busy = true
    go('members')
    await pass(50_000)
    expect(open).not.toHaveBeenCalled()
    state.busy = false
    await pass(2_000)
    expect(open).toHaveBeenCalledTimes(1)
  })

  test('opens only if the server confirms the discount, and not without an answer', async () => {
    for (const active of [null, { ...ACTIVE, discountcode: null }]) {
      const { go, open } = stage({}, active)
      go('members')
      await pass(60_000)
      expect(open).not.toHaveBeenCalled()
    }
  })
})
