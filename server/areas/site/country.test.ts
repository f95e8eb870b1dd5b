import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { createTestServer } from '../../testing/test-server.ts'
import { countryOf, countryOfRequest } from './country.ts'

const languages = (header: string) =>
  countryOfRequest(new Headers({ 'accept-language': header }), { COUNTRY_HEADER: undefined })

describe('[PROF-7] the country of a request', () => {
  test('is the one our proxy sends, in any case', () => {
    const env = { COUNTRY_HEADER: 'cf-ipcountry' }
    const asked = (code: string) =>
      countryOfRequest(new Headers({ 'cf-ipcountry': code, 'accept-language': 'de-AT' }), env)
    expect([asked('IE'), asked('nl')]).toEqual(['IE', 'NL'])
    // Unknown, Tor or nonsense: the browser's languages decide.
    expect(['XX', 'T1', '', 'Ireland'].map(asked)).toEqual(['AT', 'AT', 'AT', 'AT'])
  })

  test('is not taken from a header that our proxy does not set', () => {
    expect(countryOfRequest(new Headers({ 'cf-ipcountry': 'IE' }), { COUNTRY_HEADER: undefined })).toBeNull()
  })

  test('otherwise is the region of the most wanted language', () => {
    expect(languages('it-CH, it;q=0.9, en;q=0.8')).toBe('CH')
    expect(languages('en;q=0.8, de-DE;q=0.5, fr-BE;q=0.9')).toBe('BE')
    expect(languages('zh-Hant-TW')).toBe('TW')
    expect(['', '*', 'it', 'en-US;q=0', 'es-419', ';;;', '-'].map(languages)).toEqual(Array(7).fill(null))
  })

  test('is not America for everybody whose Firefox adds American English to their language', () => {
    expect(languages('de,en-US;q=0.7,en;q=0.3')).toBeNull()
    expect(languages('de,de-AT;q=0.8,en-US;q=0.5')).toBe('AT')
    expect(languages('en-US,en;q=0.9,de-DE;q=0.8')).toBe('US')
    expect(languages('en,de-DE;q=0.8')).toBe('DE')
  })

  test("otherwise is the site's; a required country is always one of the site's", async () => {
    const site = { countries: ['IT', 'IE'], geoip_country: null }
    const asked = async (headers: Record<string, string>, settings = site) => {
      const app = new Hono().get('/', (c) => c.text(countryOf(c, { COUNTRY_HEADER: undefined }, settings)))
      return (await app.request('/', { headers })).text()
    }
    expect(await asked({ 'accept-language': 'en-IE' })).toBe('IE')
    expect(await asked({ 'accept-language': 'pt-BR' })).toBe('IT')
    expect(await asked({})).toBe('IT')
    expect(await asked({}, { ...site, geoip_country: 'IE' as never })).toBe('IE')
  })

  test('is part of the settings, for each request', async () => {
    const server = await createTestServer({ env: { COUNTRY_HEADER: 'x-country' }, settings: { geoip_country: 'PL' } })
    const asked = async (headers: Record<string, string>) => {
      const response = await server.app.request('/api/settings', { headers })
      return ((await response.json()) as { settings: { geoip_country: string } }).settings.geoip_country
    }
    expect(await asked({ 'x-country': 'DE' })).toBe('DE')
    expect(await asked({ 'accept-language': 'fr-FR' })).toBe('FR')
    expect(await asked({})).toBe('PL')
    await server.close()
  })
})
