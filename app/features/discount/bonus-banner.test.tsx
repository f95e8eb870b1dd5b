// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { ActiveDiscount } from '#contract/entities/money.ts'
import { t } from '../../state/i18n.ts'
import { aDiscountCode, aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { BonusBanner } from './bonus-banner.tsx'
import { forgetWelcome } from './welcome-hidden.ts'

setUpScreens()
afterEach(() => forgetWelcome())

const HOUR_MS = 3_600_000
const WELCOME: ActiveDiscount = {
  discountcode: aDiscountCode({ code: 'WELCOME' }),
  time_bonus: { isVisible: false, ends_at: null },
  price_rises_at: null,
}
const open = (active: ActiveDiscount, path = '/credits'): Promise<void> => {
  answerCalls({ 'discountcode.get': active })
  return showAt(path, <BonusBanner />)
}
const banner = (): HTMLElement | null => screen.queryByRole('complementary', { name: t('discount.banner') })

test('[PAY-8] the time bonus has a clock that is not read aloud each second, and a logout clears it', async () => {
  const endsAt = Date.now() + HOUR_MS
  enterAs(aUser({ signup_date: Date.now() - HOUR_MS }))
  await open({ ...WELCOME, time_bonus: { isVisible: true, ends_at: endsAt }, price_rises_at: endsAt })
  expect(banner()?.textContent).toContain(t('discount.thenFull'))
  const clock = screen.getByRole('timer')
  expect(clock.textContent).toMatch(/^(?:00:59|01:00):\d\d$/)
  expect(clock.getAttribute('aria-live')).toBe('off')
  answerCalls({ 'discountcode.get': WELCOME })
  await act(async () => enterAs(null))
  expect(screen.queryByRole('timer')).toBeNull()
  expect(banner()?.textContent).toContain(t('discount.forNew'))
})

test('[PAY-9] a discount whose price does not rise has no clock', async () => {
  enterAs(aUser())
  await open(WELCOME)
  expect(banner()?.textContent).toContain(t('discount.anyPackage'))
  expect(screen.queryByRole('timer')).toBeNull()
})

test('[SITE-13][PAY-9] a visitor sees the discount of a newcomer, can sign up there, and can hide it for good', async () => {
  await open(WELCOME, '/pricing')
  expect(banner()?.textContent).toContain(t('discount.forNew'))
  expect(screen.getByRole('link', { name: t('index.signup') })).toBeDefined()
  expect(screen.queryByRole('timer')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: t('discount.hide') }))
  expect(banner()).toBeNull()
  cleanup()
  await open(WELCOME, '/pricing')
  expect(banner()).toBeNull()
})
