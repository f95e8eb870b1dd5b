import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { LANDERS } from '#contract/landers.ts'
import { placeOf } from '#contract/screen-paths.ts'
import { homeOf, href, moneyRouteOf } from './routes.ts'
import { ROUTE_NAMES, type RouteName } from './screens.ts'

const example = { id: '7', type: 'sent', paymentmethod: 'paypal', name: 'maplanding', slug: 'milano', token: 'terms' }
const payment = '01932b1c-8a4f-7c3d-9e2b-5f6a7b8c9d0e'
const IDS: Partial<Record<RouteName, string>> = { 'chats-id': '7-12', transactions: payment }
const paramsOf = (route: RouteName) => ({ ...example, id: IDS[route] ?? example.id })

describe('[SHELL-4] the screen of a path', () => {
  test.each(ROUTE_NAMES)('%s opens by its own address', (route) => {
    expect(placeOf(href(route, paramsOf(route)))?.route).toBe(route)
  })

  test('carries the parameters, decoded', () => {
    expect(placeOf('/members/12/chat')).toEqual({ route: 'members-id-chat', params: { id: '12' } })
    expect(placeOf('/likes/%73ent')).toEqual({ route: 'likes-type', params: { type: 'sent' } })
  })

  test('[SHELL-2] an optional parameter may be left out of an address', () => {
    expect(href('credits-id-paymentmethod', { id: 15, paymentmethod: 'paypal' })).toBe('/credits/15/paypal')
    expect(href('credits-id-paymentmethod', { id: 15 })).toBe('/credits/15')
    expect(placeOf('/credits/15')).toEqual({ route: 'credits-id-paymentmethod', params: { id: '15' } })
    expect(placeOf('/credits/repeat-order')?.route).toBe('credits-repeat-order')
    expect(placeOf(href('transactions'))).toEqual({ route: 'transactions', params: {} })
  })

  test.each(Object.keys(LANDERS))('[SITE-6] %s is a lander', (name) => {
    expect(placeOf(`/landers/${name}`)).toEqual({ route: 'landers-name-slug', params: { name } })
  })

  test('[SITE-6] a lander may have a slug, and so may two of the pages about a member', () => {
    expect(placeOf('/landers/maplanding/m%C3%BCnchen')?.params).toEqual({ name: 'maplanding', slug: 'münchen' })
    expect(placeOf('/members/7/landing2/spring')?.params).toEqual({ id: '7', slug: 'spring' })
    expect(placeOf('/members/7/landing3')?.params).toEqual({ id: '7' })
  })

  test('[SHELL-3] a static page also opens by its name alone', () => {
    expect(placeOf('/pages/terms')?.route).toBe('pages-terms')
    expect(placeOf('/terms')).toEqual({ route: 'token', params: { token: 'terms' } })
    expect(placeOf('/pages/nothing')).toBeNull()
  })

  test('ignores a trailing slash', () => expect(placeOf('/members/')?.route).toBe('members'))

  test.each([
    '/members/abc',
    '/members/0',
    '/members/007',
    '/members/99999999999999999',
    '/likes/nonsense',
    '/likes/m/x',
    '/chats/12',
    '/chats/12-7',
    '/credits/0',
    '/credits/15/shells',
    '/credits/15/paypal/1',
    '/credits/x',
    '/transactions/7',
    '/nowhere',
    '/landers',
    '/landers/nowhere',
    '/landers/adultonly/milano',
    '/landers/maplanding/a%20b',
    '/landers/maplanding/milano/1',
    '/members/abc/landing',
    '/members/7/landing/x',
    '/members/7/landing2/a.b',
    '/members/7/landing4',
    '/members/0/signup',
    '/members/1/2/3',
    '/members/%E0%A4%A',
    '//members',
    '/Members',
  ])('%s is no screen', (path) => expect(placeOf(path)).toBeNull())
})

test('[SHELL-7] the logo leads to members when logged in, else to the index', () => {
  expect(homeOf(true)).toBe('members')
  expect(homeOf(false)).toBe('index')
})

test('[SHELL-8] paying members are led to credits, others to Premium', () => {
  expect(moneyRouteOf({ paid_user: true })).toBe('credits')
  expect(moneyRouteOf({ paid_user: false })).toBe('premium')
})

/** Reads the app's sources. Links must be built with `href()`, which checks the route; a literal path is checked by nothing. */
const app = fileURLToPath(new URL('..', import.meta.url))

/** `href="/x"`, `to={'/x'}`, `navigate(`/x`)`, `location.assign('/x')` and the like. */
const LITERAL = /(?:\b(?:href|to)=\{?|\b(?:href|to): |\b(?:navigate|assign|replace|pushState|open)\()["'`]\/(?!\/)/

const linesOf = (name: string): string[] =>
  readFileSync(join(app, name), 'utf8')
    .split('\n')
    .flatMap((line, at) => (LITERAL.test(line) ? [`${name}:${at + 1} ${line.trim()}`] : []))

test('[SHELL-2] every link is built from the name of a route', () => {
  const sources = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter(
    // The desk is an app of its own, with a table of its own (`desk/screens.ts`).
    (name) => /\.tsx?$/.test(name) && !/\.test\.|(^|\/)testing\/|^desk\//.test(name),
  )
  expect(sources.length).toBeGreaterThan(200)
  expect(sources.flatMap(linesOf)).toEqual([])
})

test('[SHELL-2] the pattern finds literal paths', () => {
  for (const line of ['<a href="/members">', "<Redirect to={'/'} />", 'navigate(`/chats/${id}`)', "href: '/login'"])
    expect(line).toMatch(LITERAL)
  expect("<Link href={href('members')}>").not.toMatch(LITERAL)
})
