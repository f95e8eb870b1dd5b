// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CHANNELS_OF, DEFAULT_MEMBER_SETTINGS, PREFERENCES } from '#contract/entities/member-settings.ts'
import { loadAllTexts, showLocale, t } from '../../state/i18n.ts'
import { NotificationsSection, PREFERENCES_SHOWN, PREFERENCE_WORDS } from './notifications-section.tsx'

const save = vi.hoisted(() => vi.fn<(change: unknown) => void>())
vi.mock('./save.ts', () => ({ save, toastRefusal: () => {} }))
vi.mock('./push-row.tsx', () => ({ PushRow: () => null }))
vi.mock('../install/install-row.tsx', () => ({ InstallRow: () => null }))

beforeAll(async () => {
  await showLocale('en')
  await loadAllTexts()
})
beforeEach(() => save.mockReset())
afterEach(cleanup)

const switchOf = (name: keyof typeof PREFERENCE_WORDS, channel: 'mail' | 'push') =>
  screen.queryByRole<HTMLInputElement>('switch', {
    name: `${t(PREFERENCE_WORDS[name].label)} ${t(channel === 'mail' ? 'settings.byMail' : 'settings.byPush')}`,
  })

describe('[PWA-5] the table of notifications', () => {
  test('has a switch for each channel that a preference has, with its state', () => {
    render(<NotificationsSection settings={DEFAULT_MEMBER_SETTINGS} />)
    for (const name of PREFERENCES_SHOWN)
      for (const channel of ['mail', 'push'] as const) {
        const isOn = CHANNELS_OF[name].includes(channel)
          ? DEFAULT_MEMBER_SETTINGS.notifications[name][channel]
          : undefined
        expect([name, channel, switchOf(name, channel)?.checked]).toEqual([name, channel, isOn])
      }
  })

  test('a tap saves this preference and channel alone', () => {
    render(<NotificationsSection settings={DEFAULT_MEMBER_SETTINGS} />)
    const found = switchOf('like', 'push')
    if (!found) throw new Error('no switch')
    fireEvent.click(found)
    expect(save.mock.calls).toEqual([
      [{ notifications: { like: { push: !DEFAULT_MEMBER_SETTINGS.notifications.like.push } } }],
    ])
  })

  test('[PWA-6] a switch of its own says how much a notification shows', () => {
    render(<NotificationsSection settings={DEFAULT_MEMBER_SETTINGS} />)
    fireEvent.click(screen.getByRole('switch', { name: t('settings.pushDetails') }))
    expect(save.mock.calls).toEqual([[{ push_details: !DEFAULT_MEMBER_SETTINGS.push_details }]])
  })
})

test('[PWA-5] the settings show each of the eight preferences once', () => {
  expect(PREFERENCES_SHOWN.toSorted()).toEqual(PREFERENCES.toSorted())
})
