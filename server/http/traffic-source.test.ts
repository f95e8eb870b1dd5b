import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { hasTrafficSource, storedSource } from './traffic-source.ts'

const sourceOf = async (cookie: string, query = ''): Promise<unknown> => {
  const { source, has } = await read(cookie, query)
  if (query === '') expect(has).toBe(source !== null)
  return source
}

const read = async (cookie: string, query: string): Promise<{ source: unknown; has: boolean }> => {
  const app = new Hono().get('*', (c) => c.json({ source: storedSource(c), has: hasTrafficSource(c) }))
  const response = await app.request(`http://localhost/${query}`, { headers: { cookie } })
  return (await response.json()) as { source: unknown; has: boolean }
}

const cookieOf = (source: Record<string, string>): string =>
  `session=x; trafficsource=${new URLSearchParams(source).toString()}; locale=it`

test('[SITE-9] a traffic source has its five fields, unchanged', async () => {
  const source = { network: 'a&b=c; d', ref: 'è 100%', sub1: '1', sub2: '2', sub3: '3' }
  expect(await sourceOf(cookieOf({ ...source, email: 'who@example.test' }))).toEqual(source)
})

test('[ACC-15][SITE-9] a URL can contain one too, which is not stored', async () => {
  expect(await read('', '?network=search&sub1=x')).toEqual({ source: null, has: true })
  expect(await read('', '?sub1=x')).toEqual({ source: null, has: false })
  expect(await read(cookieOf({ ref: 'first' }), '?ref=second')).toEqual({ source: { ref: 'first' }, has: true })
})

test('[ACC-15] a record without network and reference is no traffic source', async () => {
  expect(await sourceOf('')).toBeNull()
  expect(await sourceOf('trafficsource=')).toBeNull()
  expect(await sourceOf(cookieOf({ sub1: 'alone' }))).toBeNull()
  expect(await sourceOf(cookieOf({ network: ' ' }))).toBeNull()
  expect(await sourceOf(cookieOf({ network: 'x'.repeat(101), ref: 'a\u0000b' }))).toBeNull()
  expect(await sourceOf('xtrafficsource=network=a')).toBeNull()
})

test('[DESK-13] a traffic source has the lander of the visit, if there is such a lander', async () => {
  expect(await sourceOf(cookieOf({ network: 'ads', lander: 'video' }))).toEqual({ network: 'ads', lander: 'video' })
  expect(await sourceOf(cookieOf({ network: 'ads', lander: 'anna@example.test' }))).toEqual({ network: 'ads' })
  expect(await sourceOf(cookieOf({ lander: 'video' }))).toBeNull()
})

test('[SITE-9] the server reads the source that the app has stored', async () => {
  const page = { cookie: '' }
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', {
    search: '?network=a%26b%3Dc&ref=%C3%A8%20100%25&sub1=1',
    pathname: '/landers/video/cork',
  })
  const { storeSource } = await import('../../app/ports/traffic-source.ts')
  storeSource()
  vi.unstubAllGlobals()
  const [cookie = ''] = page.cookie.split('; ')
  expect(await sourceOf(cookie)).toEqual({ network: 'a&b=c', ref: 'è 100%', sub1: '1', lander: 'video' })
})
