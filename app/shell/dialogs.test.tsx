// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Settings } from '#contract/entities/settings.ts'
import { entryWarned, startEntryWarning } from '../features/entry-warning/entry-warning-state.ts'
import { trackingAsked } from '../features/tracking/consent.ts'
import { t } from '../state/i18n.ts'
import { loginPrompt } from '../state/login-prompt.ts'
import { aUser } from '../testing/factories.ts'
import { answerCalls, enterAs, place, setSite, setUpScreens, showAt } from '../testing/screen-page.tsx'
import { Dialogs } from './dialogs.tsx'
import { openSignup, signupOpen, SignupLink } from './open-signup.tsx'

setUpScreens()
afterEach(() => {
  signupOpen.value = false
  loginPrompt.value = null
  vi.unstubAllGlobals()
})

const show = async (path: string): Promise<void> => {
  answerCalls({})
  enterAs(aUser({ status: 'not_confirmed' }))
  signupOpen.value = true
  await showAt(path, <Dialogs warns={false} />)
}

test('[SHELL-13] a dialog of signup that a reload opens again is over any page but signup itself', async () => {
  await show('/premium')
  expect(await screen.findByRole('dialog', {}, { timeout: 15_000 })).toBeDefined()
  expect(signupOpen.value).toBe(true)
})

test.each(['/signup', '/complete-signup'])('[SHELL-13] %s has no second signup in a dialog', async (path) => {
  await show(path)
  await expect.poll(() => signupOpen.value).toBe(false)
  expect(screen.queryByRole('dialog')).toBeNull()
})

const isWarned = (site: Partial<Settings> = {}): boolean => {
  setSite({ enable_site_entry_popup: 'yes', geoip_country: 'DE', ...site })
  startEntryWarning()
  return entryWarned.value
}

describe('[SITE-5] the warning at the entry', () => {
  test('is shown to a visitor of a listed country, and of no other', () => {
    expect(isWarned()).toBe(true)
    expect(isWarned({ geoip_country: 'IT' })).toBe(false)
    expect(isWarned({ geoip_country: 'IT', entry_warning_countries: ['IT'] })).toBe(true)
  })

  test.each<[string, () => Partial<Settings>]>([
    ['the setting says no', () => ({ enable_site_entry_popup: 'no' })],
    [
      'the app is installed',
      () => {
        vi.stubGlobal('matchMedia', () => ({ matches: true }))
        return {}
      },
    ],
    [
      'a member is logged in',
      () => {
        enterAs(aUser())
        return {}
      },
    ],
  ])('is not shown where %s', (_, change) => {
    expect(isWarned(change())).toBe(false)
  })
})

test.each(['no', 'yes'] as const)(
  '[SITE-9] the question about a partner’s link stores the answer that was pressed: %s',
  async (choice) => {
    trackingAsked.value = true
    await showAt('/premium', <Dialogs warns={false} />)
    fireEvent.click(await screen.findByRole('button', { name: t(`tracking.${choice}`) }, { timeout: 15_000 }))
    expect([localStorage.getItem('tracking-choice'), trackingAsked.value]).toEqual([choice, false])
  },
)

/** Escape, and then a click beside the dialog. */
const slip = async (): Promise<void> => {
  const dialog = await screen.findByRole('dialog')
  await act(async () => void fireEvent(dialog, new Event('cancel', { cancelable: true })))
  vi.spyOn(dialog, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 200, 200))
  if (dialog.isConnected) fireEvent.click(dialog, { clientX: 50, clientY: 150 })
}

test('[SHELL-13] neither Escape nor the backdrop closes a signup in progress; one without anything to lose closes', async () => {
  sessionStorage.setItem('signup-at', '0')
  answerCalls({})
  signupOpen.value = true
  await showAt('/premium', <Dialogs warns={false} />)
  fireEvent.change(await screen.findByLabelText(t('login.email')), { target: { value: 'anna@example.test' } })
  await slip()
  expect(signupOpen.value).toBe(true)
  fireEvent.change(screen.getByLabelText(t('login.email')), { target: { value: '' } })
  await slip()
  expect(signupOpen.value).toBe(false)
})

test.each([
  ['a smartphone gets the page', 390, '/signup', false],
  ['another device gets the dialog over the page', 1280, '/premium', true],
] as const)('[SHELL-13] %s', async (_, width, path, isDialog) => {
  vi.stubGlobal('innerWidth', width)
  await showAt('/premium', <SignupLink>Join</SignupLink>)
  await act(async () => void fireEvent.click(screen.getByRole('link')))
  expect([place(), signupOpen.value]).toEqual([path, isDialog])
})

test.each([
  ['a visitor to signup', null, '/signup'],
  ['a member to the steps that are left', aUser(), '/complete-signup'],
] as const)('[SHELL-13] on a smartphone a button leads %s', async (_, me, path) => {
  vi.stubGlobal('innerWidth', 390)
  enterAs(me)
  openSignup()
  expect([place(), signupOpen.value]).toEqual([path, false])
})

test.each([
  ['LIKE-8', 'like', 'login.toLike'],
  ['CHAT-13', 'chat', 'login.toChat'],
  ['CHAT-13', 'photos', 'login.toPhotos'],
  ['CHAT-13', 'gift', 'login.toGift'],
] as const)(
  '[%s] a visitor who may not %s reads why, with the ways to signup and to the login',
  async (_, reason, title) => {
    loginPrompt.value = reason
    await showAt('/members/7', <Dialogs warns={false} />)
    const dialog = within(await screen.findByRole('dialog', { name: t(title) }))
    expect(dialog.getByRole('link', { name: t('index.signup') }).getAttribute('href')).toBe('/signup')
    await act(async () => void fireEvent.click(dialog.getByRole('link', { name: t('shell.login') })))
    expect([place(), loginPrompt.value]).toEqual(['/login', null])
  },
)

const press = async (name: string): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name }, { timeout: 15_000 }))
  await act(async () => {})
}

// Keep this below: a dismissal lasts as long as the page.
test('[SITE-5] the warning at the entry comes again for a visitor who leaves, and is over for one who enters', async () => {
  // [SITE-15] A domain may have a higher age.
  setSite({ enable_site_entry_popup: 'yes', geoip_country: 'DE', min_age: 21 })
  startEntryWarning()
  await showAt('/premium', <Dialogs warns />)
  await press(t('entry.leave'))
  expect(place()).toBe('/pages/service')
  expect([localStorage.getItem('entry-warning-at'), entryWarned.value]).toEqual([null, true])
  await press(t('entry.enter', { age: 21 }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(Number(localStorage.getItem('entry-warning-at'))).toBeGreaterThan(0)
  startEntryWarning()
  expect(entryWarned.value).toBe(false)
})

test.each(['shell.login', 'index.signup'] as const)(
  '[LIKE-8] the dialog that asks for a login ends with %s',
  async (way) => {
    loginPrompt.value = 'like'
    await showAt('/members/7', <Dialogs warns={false} />)
    fireEvent.click(await screen.findByRole('link', { name: t(way) }, { timeout: 15_000 }))
    expect(loginPrompt.value).toBeNull()
  },
)
