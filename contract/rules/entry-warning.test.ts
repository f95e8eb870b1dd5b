import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../entities/default-settings.ts'
import { showsEntryWarning } from './entry-warning.ts'

const entering = {
  installed: false,
  dismissedAt: null,
  enabled: 'yes' as const,
  loggedIn: false,
  country: 'DE',
  countries: DEFAULT_SETTINGS.entry_warning_countries,
}

describe('[SITE-5] the warning at the entry', () => {
  test.each(['NL', 'DE'])('shows to a visitor from %s', (country) => {
    expect(showsEntryWarning({ ...entering, country })).toBe(true)
  })

  test.each([
    ['the app is installed', { installed: true }],
    ['it was put away', { dismissedAt: 0 }],
    ['the setting says no', { enabled: 'no' as const }],
    ['a member is logged in', { loggedIn: true }],
    ['the country is not among those', { country: 'IT' }],
    ['nobody knows the country', { country: null }],
    ['no country is', { countries: [] }],
  ])('not where %s', (_, but) => expect(showsEntryWarning({ ...entering, ...but })).toBe(false))
})
