import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { SignupForm } from '#contract/signup-form.ts'
import { trafficSourceIn } from './traffic-source.ts'

test('[ACC-15][SITE-9] a traffic source needs a network or a referrer, and has these and the subs alone', () => {
  expect(trafficSourceIn('?network=n1&sub1=a&sub3=c&t=5&token=secret')).toBe('network=n1&sub1=a&sub3=c')
  expect(trafficSourceIn('?ref=a%20b%26c')).toBe('ref=a+b%26c')
  for (const search of ['', '?sub1=a', '?network=&ref=', '?t=5']) expect(trafficSourceIn(search)).toBeNull()
  expect(trafficSourceIn(`?ref=${'x'.repeat(5_000)}`)).toHaveLength('ref='.length + 100)
})

test('[ACC-15] the longest source that an address can have does not keep anybody from signing up', () => {
  const search = ['network', 'ref', 'sub1', 'sub2', 'sub3'].map((name) => `${name}=${'愛'.repeat(200)}`).join('&')
  const source = trafficSourceIn(`?${search}`, '/landers/transitionsvideolanding') ?? ''
  expect(source.length).toBeGreaterThan(4_500)
  expect(v.safeParse(SignupForm, { traffic_source: source }).issues?.map((issue) => v.getDotPath(issue))).not.toContain(
    'traffic_source',
  )
})

test('[DESK-13] the source of a visit that begins on a lander names the lander, without its slug', () => {
  expect(trafficSourceIn('?network=ads&ref=x1', '/landers/video/cork')).toBe('network=ads&ref=x1&lander=video')
  expect(trafficSourceIn('?network=ads', '/premium')).toBe('network=ads')
  expect(trafficSourceIn('', '/landers/video')).toBeNull()
})

test.each([
  ['', true],
  ['locale=it; trafficsource=network=n1; theme=dark', false],
  ['trafficsource=network%3Dn1', true],
])('[SITE-9] with the cookies “%s” the source of a visit is not stored: %s', async (cookie, isUnstored) => {
  vi.stubGlobal('document', { cookie })
  vi.stubGlobal('location', { search: '?network=n1', pathname: '/' })
  vi.resetModules()
  const { unstoredSource } = await import('./traffic-source.ts')
  expect(unstoredSource() !== null).toBe(isUnstored)
  vi.unstubAllGlobals()
})

test('[SITE-9] the source of a visit is stored in a cookie of this site until the browser closes, and deleted on request', async () => {
  const written: string[] = []
  const page = {
    get cookie() {
      return ''
    },
    set cookie(text: string) {
      written.push(text)
    },
  }
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { search: '?network=n1', pathname: '/' })
  vi.resetModules()
  const { forgetSource, storeSource } = await import('./traffic-source.ts')
  storeSource()
  forgetSource()
  vi.unstubAllGlobals()
  expect(written).toEqual([
    'trafficsource=network=n1; path=/; samesite=lax',
    'trafficsource=; path=/; max-age=0; samesite=lax',
  ])
})
