import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/limits.ts'
import { createApp } from '../app.ts'
import { testClient } from '../testing/client.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let get: (path: string, host?: string) => Promise<Response>
beforeEach(async () => {
  server = await createTestServer({ env: { PUBLIC_URL: 'https://visavis.test' } })
  const app = createApp(server.deps, { client: testClient() })
  get = async (path, host = 'visavis.test') => app.request(`https://${host}/.well-known/${path}`)
})
afterEach(() => server.close())

const fieldsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s, 2)),
  )

test('[SITE-15] security.txt names the contact of its domain, and expires in the future within a year', async () => {
  server.sql(
    `insert into site_settings (domain, key, value) values ('night.test', 'support_email', '"help@night.test"')`,
  )
  const response = await get('security.txt')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=UTF-8'])
  const main = fieldsOf(await response.text())
  const left = Date.parse(main['Expires'] ?? '') - server.clock.now()
  expect([left > 30 * DAY_MS, left < 365 * DAY_MS]).toEqual([true, true])
  expect(main['Contact']).toBe(`mailto:${server.deps.settings().support_email}`)
  expect(main['Canonical']).toBe('https://visavis.test/.well-known/security.txt')
  const night = fieldsOf(await (await get('security.txt', 'night.test')).text())
  expect([night['Contact'], night['Canonical']]).toEqual([
    'mailto:help@night.test',
    'https://night.test/.well-known/security.txt',
  ])
})

test('[SITE-15] change-password leads to the screen with the form, and unknown names are missing', async () => {
  const response = await get('change-password')
  expect([response.status, response.headers.get('location')]).toEqual([302, '/settings'])
  // Password managers ask for this name to learn whether the site answers 200 to everything.
  expect((await get('resource-that-should-not-exist-whose-status-code-should-not-be-200')).status).toBe(404)
})

test('[SITE-15] assetlinks.json has the store apps of its domain alone', async () => {
  const fingerprint = Array.from({ length: 32 }, () => '0F').join(':')
  const apps = JSON.stringify([{ package_name: 'test.night.app', fingerprints: [fingerprint] }])
  server.sql(`insert into site_settings (domain, key, value) values ('night.test', 'store_apps', ?)`, apps)
  const night = await get('assetlinks.json', 'night.test')
  expect(night.headers.get('content-type')).toBe('application/json')
  expect(await night.json()).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: { namespace: 'android_app', package_name: 'test.night.app', sha256_cert_fingerprints: [fingerprint] },
    },
  ])
  expect(await (await get('assetlinks.json')).json()).toEqual([])
})
