import { expect, test, vi } from 'vitest'
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

test.each([
  ['/?country=DE', 'DE'],
  ['/landers/gallery?country=DE&ref=a', 'DE'],
  ['/?country=germany', null],
  ['/members?country=DE', null],
  ['/', null],
])('[SITE-1] [SITE-4] the address %s selects the country %s', async (address, country) => {
  vi.stubGlobal('location', new URL(address, 'http://localhost'))
  vi.resetModules()
  const [site, resource] = await Promise.all([import('./site.ts'), import('./resource.ts')])
  resource.putAnswer('settings.get', {}, { settings: DEFAULT_SETTINGS, domain_language: 'it' })
  expect(site.settings.value?.geoip_selected_country).toBe(country)
})
