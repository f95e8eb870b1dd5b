import { Writable } from 'node:stream'
import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { REQUEST_ID_HEADER } from '#contract/device.ts'
import { nameless } from '../logging.ts'
import { RATES } from '../rates.ts'
import { createTestServer } from '../testing/test-server.ts'
import { answerFailures } from './failure.ts'
import { observeRequests } from './request-log.ts'

const failing = (error: unknown) => {
  const lines: string[] = []
  const sink = new Writable({ write: (chunk: Buffer, _, done) => (lines.push(chunk.toString()), done()) })
  const app = new Hono()
  const log = pino({ level: 'error', serializers: { err: nameless } }, sink)
  answerFailures(app, { log })
  observeRequests(app, { log, random: (count) => new Uint8Array(count), measure: () => undefined })
  app.get('*', () => {
    throw error
  })
  return { app, lines }
}

test('[SHELL-5] an unexpected failure is logged once and answered without details', async () => {
  const { app, lines } = failing(new Error('the secret of the house'))
  const response = await app.request('/api/activate?token=very-secret')
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({ error: 'server_error' })
  const id = response.headers.get(REQUEST_ID_HEADER)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    request: id,
    method: 'GET',
    call: 'unknown_call',
    err: { message: 'the secret of the house' },
  })
  // [SAFE-9] The query carries tokens.
  expect(lines[0]).not.toContain('very-secret')
})

test('[SAFE-9] a failed query is logged with its cause, without its values', async () => {
  const cause = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
  const query = Object.assign(new Error('Failed query: insert ... params: carla@example.test', { cause }), {
    params: ['carla@example.test'],
  })
  const { app, lines } = failing(query)
  await app.request('/')
  expect(lines[0]).not.toContain('carla')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { code: 'SQLITE_BUSY', message: 'database is locked' } })
  expect(nameless(Object.assign(new Error('params: carla'), { params: [] }))).toMatchObject({
    message: 'a query failed',
  })
})

/** The headers of a browser that opens an address. */
const OPENED = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'de' }

test('[PWA-10] each refusal has the header by which devices know our server', async () => {
  const server = await createTestServer()
  for (const path of ['/api/chats', '/api/members/abc', '/api/nothing']) {
    const { headers } = await server.app.request(path)
    expect(headers.get(REQUEST_ID_HEADER), `the id in the answer of ${path}`).toMatch(/^[\w-]{8,}$/)
  }
  await server.close()
})

test('[SHELL-5] an address that is opened and fails shows a page in the visitor’s language with links; code gets JSON', async () => {
  const server = await createTestServer({ settings: { domain_language: '' } })
  server.app.get('/broken', () => {
    throw new Error('the secret of the house')
  })
  const response = await server.app.request('/broken', { headers: OPENED })
  expect(response.status).toBe(500)
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(response.headers.get(REQUEST_ID_HEADER)).not.toBeNull()
  const html = await response.text()
  expect(html).toContain('<html lang="de">')
  expect(html).toContain('<h1>Es ist ein Fehler aufgetreten, versuch es bitte später noch einmal</h1>')
  expect(html).toContain('<a href="">')
  expect(html).toContain('<a href="/">')
  expect(html).not.toContain('secret')
  const asked = await server.app.request('/broken', { headers: { accept: '*/*' } })
  expect(await asked.json()).toEqual({ error: 'server_error' })
  await server.close()
})

test('[ACC-6] the link of a mail that is opened too often shows a page instead of JSON', async () => {
  const server = await createTestServer({ rates: RATES })
  const open = () => server.app.request('/api/activate?token=unknown', { headers: OPENED })
  let response = await open()
  for (let left = 1_000; left > 0 && response.status !== 429; left -= 1) response = await open()
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  const html = await response.text()
  expect(html).toContain('<h1>')
  expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(html)))
  await server.close()
})

test('[ACC-6] the link of a mail whose end is missing is said to be invalid', async () => {
  const server = await createTestServer({ settings: { domain_language: '' } })
  const response = await server.app.request('/api/activate', { headers: OPENED })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('<h1>Link abgelaufen oder ungültig')
  await server.close()
})

test('[ACC-8] a login form of a literal client that is blocked shows a page with the minutes in their form', async () => {
  const server = await createTestServer({ settings: { domain_language: '' } })
  server.app.get('/blocked/:minutes', (c) =>
    c.json({ error: 'account_blocked', minutes: Number(c.req.param('minutes')) }, 429),
  )
  const pages = [1, 15].map(async (minutes) => {
    const response = await server.app.request(`/blocked/${minutes}`, { headers: OPENED })
    return /<h1>(.*)<\/h1>/.exec(await response.text())?.[1]
  })
  expect(await Promise.all(pages)).toEqual([
    'Zu viele Fehlversuche, das Konto bleibt eine Minute lang gesperrt',
    'Zu viele Fehlversuche, das Konto bleibt 15 Minuten lang gesperrt',
  ])
  await server.close()
})
