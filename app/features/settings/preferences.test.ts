import { expect, test } from 'vitest'
import { PREFERENCES } from '#contract/entities/member-settings.ts'
import { PREFERENCES_SHOWN } from './preferences.ts'

test('[PWA-5] the settings show each of the eight preferences once', () => {
  expect(PREFERENCES_SHOWN.toSorted()).toEqual(PREFERENCES.toSorted())
})
