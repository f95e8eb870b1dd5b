import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BODY_BYTES_MAX } from '#contract/limits.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const get = (path: string, encoding: string) =>
  server.app.request(`http://localhost${path}`, { headers: { 'accept-encoding': encoding } })

test('a long answer is compressed if the client accepts gzip, a short one never', async () => {
  const plain = await get('/api/regions', 'identity')
  const packed = await get('/api/regions', 'gzip, br')
  expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([null, 'gzip'])
  const unpacked = gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()
  expect(unpacked).toBe(await plain.text())
  expect(packed.headers.get('content-type')).toBe('application/json')
  expect((await get('/api/nothing', 'gzip')).headers.get('content-encoding')).toBeNull()
})

test('[SAFE-3] a body that never ends is read up to the limit only', async () => {
  let asked = 0
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      asked += 1
      controller.enqueue(new Uint8Array(16 * 1024).fill(97))
    },
  })
  // Node requires `duplex`, which the DOM's types lack.
  const init = { method: 'POST', body: endless, duplex: 'half' }
  const response = await server.app.request(new Request('http://localhost/api/signup', init))
  expect([response.status, await response.json()]).toEqual([413, { error: 'body_too_large' }])
  expect(asked).toBeLessThan((BODY_BYTES_MAX / (16 * 1024)) * 3)
})

test.each([
  ['of unknown length', {}],
  ['of a stated length', { 'content-length': '100' }],
])('[SAFE-3] a body %s that the network cuts off is refused, and no failure of the server', async (_, headers) => {
  // A beacon may be empty, so a body without its end must not count as an empty one.
  for (const path of ['signup', 'page-hidden', 'desk/login']) {
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('aborted')) })
    const init = { method: 'POST', body, duplex: 'half', headers: { ...headers, origin: 'http://localhost' } }
    const response = await server.app.request(new Request(`http://localhost/api/${path}`, init))
    expect([path, response.status, await response.json()]).toEqual([path, 400, { error: 'invalid_json' }])
  }
})

test('[SAFE-4] on https, a page of the same host without https is another site: anybody on the way can write it', async () => {
  await server.close()
  server = await createTestServer({ env: { PUBLIC_URL: 'https://visavis.test' } })
  const statusFrom = async (origin: string) =>
    (await server.app.request('http://visavis.test/api/page-hidden', { method: 'POST', headers: { origin } })).status
  expect([await statusFrom('https://visavis.test'), await statusFrom('http://visavis.test')]).toEqual([200, 403])
})

test('[OPS-5] [SAFE-4] in a restore drill a page of localhost may log in at localhost, and nowhere else', async () => {
  await server.close()
  server = await createTestServer({ env: { PUBLIC_URL: 'https://visavis.test' } })
  const statusAt = async (host: string) => {
    const headers = { origin: 'http://localhost:3999', host }
    return (await server.app.request(`http://${host}/api/page-hidden`, { method: 'POST', headers })).status
  }
  expect([await statusAt('localhost:3999'), await statusAt('visavis.test')]).toEqual([200, 403])
})

test('an answer is stored by no cache', async () => {
  const response = await server.app.request('http://localhost/api/settings')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})

test('[SAFE-5] no browser guesses the type of an answer, also not of a short text', async () => {
  const paths = [
    '/photos/9/full',
    '/photos/x/y',
    '/healthz',
    '/nowhere',
    '/api/nowhere',
    '/partner/made-up',
    '/sandbox/pay/x',
  ]
  const answers = await Promise.all(paths.map(async (path) => server.app.request(`http://localhost${path}`)))
  const guessed = answers.filter(({ headers }) => headers.get('x-content-type-options') !== 'nosniff')
  expect(guessed.map(({ url, status }) => [url, status])).toEqual([])
})

const refused = (field: string) => [400, { error: 'invalid_input', fields: { [field]: 'invalid' } }]

test('[SAFE-3] a text that no database stores unchanged is refused with its field', async () => {
  const { visitor } = server
  const anna = await server.signUp('Anna')
  const answers = [
    await visitor('packages.get', { query: { code: 'A\0' } }),
    await visitor('discountcode.get', { query: { code: '\0' } }),
    await visitor('payments.webhook', { params: { provider: 'sandbox' }, body: { id: '\0' } }),
    await server.as(anna)('passkeys.rename', { params: { id: 'made-up' }, body: { name: 'half \ud83d' } }),
  ]
  expect(answers.map(({ status, error }) => [status, error])).toEqual(['code', 'code', 'id', 'name'].map(refused))
})
