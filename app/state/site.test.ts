import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'
import type { Settings } from '#contract/entities/settings.ts'
import { putAnswer } from './resource.ts'
import { settings } from './site.ts'

test('[PWA-10] settings cached by an older version get defaults for newer fields', () => {
  expect(settings.value).toBeNull()
  const { profile_tiles: _, ...older } = { ...DEFAULT_SETTINGS, name: 'Nacht' }
  putAnswer('settings.get', {}, { settings: older as Settings, domain_language: 'it' })
  expect(settings.value).toEqual({ ...DEFAULT_SETTINGS, name: 'Nacht' })
})
