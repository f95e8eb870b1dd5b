import { afterEach, beforeEach, expect, test } from 'vitest'
import { INTERESTS } from '#contract/entities/profile.ts'
import { DEFAULT_SITE_SETTINGS } from '#contract/entities/site-settings.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const settingsAt = async (query = '', host = 'localhost') => {
  const response = await server.app.request(`http://${host}/api/settings.php${query}`)
  return (await response.json()) as { settings: Record<string, unknown>; domain_language: string }
}

/** §3 Site settings. */
const FIELDS = [
  'name',
  'domain',
  'domain_language',
  'title',
  'description',
  'index_title',
  'cdn_prefix',
  'countries',
  'signups',
  'logged_out_search',
  'logged_out_search_trafficsource',
  'enable_site_entry_popup',
  'geoip_country',
  'geoip_selected_country',
  'push_public_key',
  'support_phone',
  'support_email',
  'minimum_message_costs',
  'message_credits',
  'signup_credits',
  'photo_credits',
  'gift_credits',
  'message_length',
  'visible_profile_fields',
  'visible_profile_notes',
  'search_fields',
  'fictional_icon',
  'fictional_warning',
  'fictional_singular',
  'fictional_plural',
  'refund_days',
  'member_resell',
]

test("[SITE-1] settings have every field, and none of the business's private values", async () => {
  const { settings, domain_language } = await settingsAt()
  expect(Object.keys(settings)).toEqual(expect.arrayContaining(FIELDS))
  expect(domain_language).toBe('it')
  for (const kept of ['packages', 'vat_percentages', 'direct_debits_a_day', 'company'])
    expect(settings).not.toHaveProperty(kept)
})

test('[SITE-1] another domain has its own, by its name or forced', async () => {
  server.sql(`insert into site_settings (domain, key, value) values
    ('nacht.test', 'name', '"Nacht"'), ('nacht.test', 'domain_language', '"de"'), ('*', 'min_age', '21')`)
  const own = { name: 'Nacht', domain: 'nacht.test', min_age: 21 }
  for (const answer of [await settingsAt('?domain=Nacht.test'), await settingsAt('', 'nacht.test')]) {
    expect(answer.settings).toMatchObject(own)
    expect(answer.domain_language).toBe('de')
  }
  expect((await settingsAt()).settings['name']).toBe('Visavis')
  // An invalid domain is ignored.
  expect((await settingsAt('?domain=a%20b')).settings['name']).toBe('Visavis')
})

test('[SITE-1] the answer contains the selected country', async () => {
  expect((await settingsAt('?country=DE')).settings).toMatchObject({ geoip_selected_country: 'DE' })
  expect((await settingsAt('?country=nowhere')).settings).toMatchObject({ geoip_selected_country: null })
})

test('[SITE-8] company info has every field', async () => {
  const { companyinfo } = (await server.visitor('companyinfo.get')).body
  expect(companyinfo).toEqual(DEFAULT_SITE_SETTINGS.company)
  expect(Object.keys(companyinfo).toSorted()).toEqual([
    'added',
    'address',
    'city',
    'country',
    'delete_discount',
    'kvk',
    'name',
    'support_phone',
    'tradenames',
    'vat_numbers',
  ])
})

test('[SITE-11] the interests are those of profiles', async () => {
  expect((await server.visitor('interests.get')).body.interests).toEqual(INTERESTS)
})

test('[SHELL-18] a page exit is counted without naming anybody', async () => {
  expect((await server.visitor('page_hidden', { body: {} })).body).toEqual({})
})
