// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CHANNELS_OF, DEFAULT_MEMBER_SETTINGS, PREFERENCES } from '#contract/entities/member-settings.ts'
import { t } from '../../state/i18n.ts'
import { NotificationsSection, PREFERENCES_SHOWN, PREFERENCE_WORDS } from './notifications-section.tsx'
import { setUpTexts } from '../../testing/texts.ts'

const save = vi.hoisted(() => vi.fn<(change: unknown) => void>())
vi.mock('../../state/member-settings.ts', () => ({ saveSettings: save }))
vi.mock('./push-row.tsx', () => ({ PushRow: () => null }))
vi.mock('../install/install-dialog.tsx', () => ({ InstallRow: () => 'the row for installing' }))

setUpTexts()
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

  test.each(PREFERENCES_SHOWN.flatMap((name) => CHANNELS_OF[name].map((channel) => [name, channel] as const)))(
    'a tap on %s by %s saves this preference and channel alone',
    (name, channel) => {
      render(<NotificationsSection settings={DEFAULT_MEMBER_SETTINGS} />)
      const found = switchOf(name, channel)
      if (!found) throw new Error('no switch')
      fireEvent.click(found)
      const isOn = !DEFAULT_MEMBER_SETTINGS.notifications[name][channel]
      expect(save.mock.calls).toEqual([[{ notifications: { [name]: { [channel]: isOn } } }]])
    },
  )

  test.each([true, false])('[PWA-6] a switch of its own, which is %s, says how much a notification shows', (before) => {
    render(<NotificationsSection settings={{ ...DEFAULT_MEMBER_SETTINGS, push_details: before }} />)
    fireEvent.click(screen.getByRole('switch', { name: t('settings.pushDetails') }))
    expect(save.mock.calls).toEqual([[{ push_details: !before }]])
  })

  test('[PWA-9] offers the app below it', () => {
    render(<NotificationsSection settings={DEFAULT_MEMBER_SETTINGS} />)
    expect(screen.getByText('the row for installing')).toBeDefined()
  })
})

test('[PWA-5] the settings show each of the eight preferences once', () => {
  expect(PREFERENCES_SHOWN.toSorted()).toEqual(PREFERENCES.toSorted())
})
