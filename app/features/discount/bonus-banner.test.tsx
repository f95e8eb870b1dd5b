// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import type { ActiveDiscount } from '#contract/entities/money.ts'
import type { User } from '#contract/entities/user.ts'
import { t } from '../../state/i18n.ts'
import { bonusOffered } from '../../state/open-dialogs.ts'
import { aDiscountCode, aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, place, setUpScreens, showAt, type AskedCall } from '../../testing/screen-page.tsx'
import { BonusBanner } from './bonus-banner.tsx'
import { BonusDialog } from './bonus-dialog.tsx'
import { forgetWelcome } from './welcome-hidden.ts'

setUpScreens()
afterEach(() => {
  forgetWelcome()
  bonusOffered.value = false
})

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

const dialog = (): HTMLElement | null => screen.queryByRole('dialog')
/** The dialog of the time bonus for a member without credits, as its timer opens it. */
const openDialog = async (rises: boolean): Promise<AskedCall[]> => {
  const endsAt = Date.now() + HOUR_MS
  const active = { ...WELCOME, discountcode: aDiscountCode(), time_bonus: { isVisible: true, ends_at: endsAt } }
  const asked = answerCalls({
    'discountcode.get': { ...active, price_rises_at: rises ? endsAt : null },
    'notifications.put': { settings: DEFAULT_MEMBER_SETTINGS },
  })
  enterAs(newcomer())
  bonusOffered.value = true
  await showAt('/members', <BonusDialog />)
  await screen.findByRole('dialog')
  return asked
}
const newcomer = (change: Partial<User> = {}): User =>
  aUser({ credits: 0, signup_date: Date.now() - HOUR_MS, ...change })

describe('[PAY-8] the dialog of the time bonus', () => {
  test.each<[string, () => User | null]>([
    ['the member pays', () => newcomer({ paid_user: true, credits: 15 })],
    ['the member gets credits', () => newcomer({ credits: 1 })],
    [
      'it is dismissed on another tab',
      () => newcomer({ settings: { ...DEFAULT_MEMBER_SETTINGS, dismissed_alerts: { time_bonus: 5 } } }),
    ],
    ['the member logs out', () => null],
  ])('closes itself when %s', async (_, next) => {
    await openDialog(true)
    await act(async () => enterAs(next()))
    expect([dialog(), bonusOffered.value]).toEqual([null, false])
  })

  test('[PAY-9] has a clock only if the price rises', async () => {
    await openDialog(true)
    expect(screen.getByRole('timer')).toBeDefined()
    cleanup()
    await openDialog(false)
    expect(screen.queryByRole('timer')).toBeNull()
  })

  test.each([
    ['button', 'discount.later', '/members'],
    ['button', 'ui.close', '/members'],
    ['link', 'discount.dialogGo', '/credits'],
  ] as const)('is dismissed for good by its %s %s, which leads to %s', async (role, name, path) => {
    const asked = await openDialog(true)
    await act(async () => void fireEvent.click(screen.getByRole(role, { name: t(name) })))
    expect([bonusOffered.value, place()]).toEqual([false, path])
    const puts = asked.filter(({ name: call }) => call === 'notifications.put')
    expect(puts).toMatchObject([{ body: { dismissed_alerts: { time_bonus: expect.any(Number) } } }])
  })
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
