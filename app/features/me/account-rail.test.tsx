import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { expect, test } from 'vitest'
import { href } from '../../shell/routes.ts'
import { ROUTE_NAMES, SCREENS, type RouteName } from '../../shell/screens.ts'
import { aUser } from '../../testing/factories.ts'
import { AccountRail } from './account-rail.tsx'
import { setUpTexts } from '../../testing/texts.ts'

setUpTexts()

const rail = (route: RouteName, paid_user = true): string =>
  renderToStaticMarkup(
    <Router ssrPath="/profile">
      <AccountRail me={aUser({ paid_user, credits: 12 })} route={route} />
    </Router>,
  )

/** The marked link: its address, and whether it is the page itself. */
const current = (route: RouteName, paid_user = true): string[] =>
  [...rail(route, paid_user).matchAll(/<a [^>]*>/g)].flatMap(([tag]) => {
    const value = /aria-current="(\w+)"/.exec(tag)?.[1]
    return value === undefined ? [] : [`${/href="([^"]+)"/.exec(tag)?.[1]} ${value}`]
  })

test('[SHELL-21] the links of Me mark the screen, or the one that contains it', () => {
  expect(current('profile')).toEqual(['/profile page'])
  expect(current('credits-id-paymentmethod')).toEqual(['/credits true'])
  expect(current('settings')).toEqual(['/notifications true'])
  expect(current('notifications-blocked')).toEqual(['/notifications/blocked page'])
  expect(current('age')).toEqual([])
})

test('[SHELL-8] paying members get a link to their credits, others to Premium', () => {
  expect(rail('profile')).toMatch(/href="\/credits".*>12</)
  expect(rail('profile')).not.toContain('href="/premium"')
  expect(rail('profile', false)).toContain('href="/premium"')
  expect(rail('profile', false)).not.toContain('href="/credits"')
})

test('[SHELL-21] every screen that shows the links leads to one of them', () => {
  const shown = ROUTE_NAMES.filter((route) => SCREENS[route].account)
  expect(shown.length).toBeGreaterThan(8)
  for (const route of shown) {
    const { parent } = SCREENS[route]
    expect(parent === undefined || SCREENS[parent].account).toBe(true)
  }
  for (const route of ['profile', 'transactions', 'notifications'] as const)
    expect(rail('profile')).toContain(`href="${href(route)}"`)
})
