import { placeOf } from '#contract/screen-paths.ts'
import { expect, test } from 'vitest'
import { ROUTE_NAMES, SCREENS } from '../app/shell/screens.ts'
import { memberPaths, visitorPaths } from '../e2e/support/crawl-paths.ts'

const routesOf = (paths: readonly string[]) => {
  const places = paths.map((path) => placeOf(path.replace(/\?.*/, '')))
  return new Set(places.map((place) => place?.route))
}

const visitor = routesOf(visitorPaths(7))
const member = routesOf(memberPaths({ me: 7, partner: 9, stranger: 12, fictional: 3 }))

test('[SHELL-1] the crawl opens every screen, and a screen for members as a member', () => {
  expect(ROUTE_NAMES.filter((route) => !visitor.has(route) && !member.has(route))).toEqual([])
  expect(ROUTE_NAMES.filter((route) => SCREENS[route].access === 'member' && !member.has(route))).toEqual([])
})

test('every path of the crawl is a screen', () => {
  expect([...visitor, ...member]).not.toContain(undefined)
})
