/** Requests that begin a visit, and the group in which they are counted [DESK-13]. */
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { createApp } from '../app.ts'
import { countRecentDays } from '../areas/desk/numbers.ts'
import { deskNumbers } from '../areas/desk/numbers-view.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { readClientFiles } from './client-files.ts'
import { prepareClient } from './documents.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1'
const TYPED = {
  'user-agent': CHROME,
  'accept-language': 'it-IT,it;q=0.9',
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-user': '?1',
}
const DAY = '2026-03-01'

let server: TestServer
let folder: string
let app: Hono
beforeEach(async () => {
  server = await createTestServer({ start: `${DAY}T10:00:00Z` })
  folder = mkdtempSync(join(tmpdir(), 'visavis-visits-'))
  mkdirSync(join(folder, 'documents'))
  const heads = Object.fromEntries(LOCALES.map((locale) => [locale, { title: 'T', description: 'D' }]))
  const pages = ['/', '/landers/video/:slug?', '/premium'].map((path, index) => ({
    path,
    name: `page-${index}`,
    picture: 'index',
    heads,
  }))
  writeFileSync(join(folder, 'documents/documents.json'), JSON.stringify({ texts: {}, pages }))
  for (const locale of LOCALES)
    writeFileSync(join(folder, `documents/shell.${locale}.html`), '<!doctype html><html><head></head></html>')
  app = createApp(server.deps, { client: prepareClient(readClientFiles(folder)) })
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await server.close()
})

const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(`http://localhost${path}`, { method, headers: { ...TYPED, ...headers } })

const counted = async (): Promise<Record<string, unknown>[]> => {
  await server.deps.settled()
  return server.sql('select * from day_visits order by source, lander, country')
}

const group = (source: string, lander: string, country: string, visits = 1) => ({
  day: DAY,
  source,
  lander,
  country,
  visits,
})

describe('[DESK-13] a visit', () => {
  test('is counted by day, source, lander and country, and nothing else of it is stored', async () => {
    await open('/')
    await open('/?network=ads&ref=x1&sub1=77', { 'sec-fetch-site': 'cross-site', 'user-agent': IPHONE })
    await open('/landers/video/cork-2026?network=ads&ref=x1', { 'accept-language': 'de-CH' })
    await open('/landers/video?ref=anna%40example.test')
    await open('/landers/video')
    expect(await counted()).toEqual([
      group('', '', 'IT'),
      group('', 'video', 'IT', 2),
      group('ads/x1', '', 'IT'),
      group('ads/x1', 'video', 'CH'),
    ])
  })

  test('sets no cookie for the count', async () => {
    expect((await open('/?network=ads')).headers.get('set-cookie')).toBeNull()
  })

  test.each([
    ['a further page of the same visit', '/premium', { 'sec-fetch-site': 'same-origin' }],
    ['a reload', '/', { 'cache-control': 'max-age=0' }],
    ['a reload past the cache', '/', { 'cache-control': 'no-cache' }],
    ['a page that the browser loads ahead', '/', { 'sec-purpose': 'prefetch' }],
    ['a page in a frame', '/', { 'sec-fetch-dest': 'iframe' }],
    ['a request by a script', '/', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['a member with a session', '/', { cookie: 'session=abc' }],
    ['a page that does not exist', '/nowhere', {}],
    ['a page for members only', '/chats', {}],
    ['a file', '/robots.txt', {}],
    ['the shell for the worker', '/index.html', {}],
    [
      'a search engine',
      '/',
      { 'user-agent': `${CHROME} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)` },
    ],
    ['a browser without a window', '/', { 'user-agent': CHROME.replace('Chrome/', 'HeadlessChrome/') }],
    ['a preview of a link', '/', { 'user-agent': 'facebookexternalhit/1.1' }],
    ['a tool', '/', { 'user-agent': 'curl/8.9' }],
    ['a request without a user agent', '/', { 'user-agent': '' }],
  ])('is not %s', async (_, path, headers) => {
    await open(path, headers)
    expect(await counted()).toEqual([])
  })

  test('is not a request for the headers alone', async () => {
    await open('/', {}, 'HEAD')
    expect(await counted()).toEqual([])
  })

  test('stays counted over a restart, and reaches the numbers of its day', async () => {
    for (let visit = 0; visit < 12; visit += 1) await open('/landers/video?network=ads')
    await counted()
    app = createApp(server.deps, { client: prepareClient(readClientFiles(folder)) })
    for (let visit = 0; visit < 3; visit += 1) await open('/landers/video?network=ads')
    expect((await counted()).map(({ visits }) => visits)).toEqual([15])
    await countRecentDays(server.deps, server.clock.now() + 86_400_000, null)
    const { funnel, sources, landers } = await deskNumbers(server.deps, { from: DAY, to: DAY })
    expect([funnel.visits, funnel.signups]).toEqual([15, 0])
    expect([...sources, ...landers].map(({ name, visits }) => [name, visits])).toEqual([
      ['ads', 15],
      ['video', 15],
    ])
  })
})
