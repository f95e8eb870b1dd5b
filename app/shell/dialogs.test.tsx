// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Settings } from '#contract/entities/settings.ts'
import { entryWarned, startEntryWarning } from '../features/entry-warning/entry-warning-state.ts'
import { trackingAsked } from '../features/tracking/consent.ts'
import { t } from '../state/i18n.ts'
import { loginPrompt } from '../state/login-prompt.ts'
import { aUser } from '../testing/factories.ts'
import { answerCalls, enterAs, place, setSite, setUpScreens, showAt } from '../testing/screen-page.tsx'
import { Dialogs } from './dialogs.tsx'
import { signupOpen } from './open-signup.tsx'

setUpScreens()
afterEach(() => {
  signupOpen.value = false
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

// Keep this below: a dismissal lasts as long as the page.
const press = async (name: string): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name }, { timeout: 15_000 }))
  await act(async () => {})
}

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
