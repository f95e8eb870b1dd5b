import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { DEFAULT_SITE_SETTINGS } from '#contract/entities/site-settings.ts'
import { HOUR_MS } from '#contract/limits.ts'
import { openSettings, settingsFrom } from './settings.ts'
import { createTestServer, type TestServer } from './testing/test-server.ts'

let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

test('[SITE-1] the domain’s own value wins over the value for all domains, which wins over the default', () => {
  const rows = [
    { domain: 'visavis.test', key: 'message_credits', value: 3 },
    { domain: '*', key: 'message_credits', value: 2 },
    { domain: '*', key: 'name', value: 'Elsewhere' },
  ]
  const settings = settingsFrom(rows, { push_public_key: 'key' }, { warn: () => undefined })
  expect(settings).toEqual({ ...DEFAULT_SITE_SETTINGS, message_credits: 3, name: 'Elsewhere', push_public_key: 'key' })
})

test('a wrong value is ignored and its name logged', () => {
  const warned: unknown[] = []
  const rows = [
    { domain: '*', key: 'min_age', value: 'old' },
    { domain: '*', key: 'nonsense', value: 1 },
  ]
  expect(settingsFrom(rows, {}, { warn: (what: unknown) => warned.push(what) })).toEqual(DEFAULT_SITE_SETTINGS)
  expect(warned).toEqual([
    { domain: '*', key: 'min_age' },
    { domain: '*', key: 'nonsense' },
  ])
})

test('[SITE-15] a stored list keeps its valid entries, because the default could show what the operator has hidden', () => {
  const warned: unknown[] = []
  const rows = [
    { domain: '*', key: 'visible_profile_fields', value: ['about_me', 'shoe_size'] },
    { domain: '*', key: 'search_fields', value: ['shoe_size'] },
    { domain: '*', key: 'countries', value: ['it'] },
  ]
  const settings = settingsFrom(rows, {}, { warn: (what: unknown) => warned.push(what) })
  expect(settings.visible_profile_fields).toEqual(['about_me'])
  expect(settings.search_fields).toEqual([])
  expect(settings.countries).toEqual(DEFAULT_SITE_SETTINGS.countries)
  expect(warned).toEqual(rows.map(({ domain, key }) => ({ domain, key })))
})

test('a changed setting applies after seconds, without a restart', async () => {
  server = await createTestServer()
  const { read, now } = server.deps
  const { settings } = await openSettings({ read, domain: 'visavis.test', now, log: pino({ level: 'silent' }) }, {})
  server.sql(`insert into site_settings (domain, key, value) values ('*', 'min_age', '21')`)
  expect(settings().min_age).toBe(18)
  server.clock.advance(10_001)
  settings()
  await expect.poll(() => settings().min_age).toBe(21)
})

test('[OPS-14] a changed setting applies after seconds, also when the clock was an hour ahead and is set right', async () => {
  server = await createTestServer()
  const { read, now } = server.deps
  const { settings } = await openSettings({ read, domain: 'visavis.test', now, log: pino({ level: 'silent' }) }, {})
  server.sql(`insert into site_settings (domain, key, value) values ('*', 'min_age', '21')`)
  server.clock.advance(-HOUR_MS)
  await expect.poll(() => settings().min_age).toBe(21)
})
