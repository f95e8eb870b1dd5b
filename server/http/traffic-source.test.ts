import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { hasTrafficSource, trafficSourceOf } from './traffic-source.ts'

const sourceOf = async (cookie: string, query = ''): Promise<unknown> => {
  const app = new Hono().get('*', (c) => c.json({ source: trafficSourceOf(c), has: hasTrafficSource(c) }))
  const response = await app.request(`http://localhost/${query}`, { headers: { cookie } })
  const { source, has } = (await response.json()) as { source: unknown; has: boolean }
  expect(has).toBe(source !== null)
  return source
}

const cookieOf = (source: Record<string, string>): string =>
  `session=x; trafficsource=${new URLSearchParams(source).toString()}; locale=it`

test('[SITE-9] a traffic source is its five fields, as they were written', async () => {
  const source = { network: 'a&b=c; d', ref: 'è 100%', sub1: '1', sub2: '2', sub3: '3' }
  expect(await sourceOf(cookieOf({ ...source, email: 'who@example.test' }))).toEqual(source)
})

test('[ACC-15] the address tells it too, and what is stored comes first', async () => {
  expect(await sourceOf('', '?network=search&sub1=x')).toEqual({ network: 'search', sub1: 'x' })
  expect(await sourceOf(cookieOf({ ref: 'first' }), '?ref=second')).toEqual({ ref: 'first' })
})

test('[ACC-15] what names neither network nor reference is none', async () => {
  expect(await sourceOf('')).toBeNull()
  expect(await sourceOf('trafficsource=')).toBeNull()
  expect(await sourceOf(cookieOf({ sub1: 'alone' }))).toBeNull()
  expect(await sourceOf(cookieOf({ network: ' ' }))).toBeNull()
  expect(await sourceOf(cookieOf({ network: 'x'.repeat(101), ref: 'a\u0000b' }))).toBeNull()
  expect(await sourceOf('xtrafficsource=network=a')).toBeNull()
})
