import { describe, expect, test } from 'vitest'
import { showsBack } from './back-shown.ts'
import { routes, type RouteName } from './routes.ts'

const names = Object.keys(routes) as RouteName[]
const there = { installed: true, historyLength: 2 }

describe('[SHELL-11] the Back button', () => {
  test('shows on these screens and no other', () => {
    expect(names.filter((route) => showsBack({ route, ...there })).toSorted()).toEqual([
      'credits',
      'credits-id-paymentmethod',
      'likes-m-id',
      'likes-type',
      'members-id',
    ])
    expect(showsBack({ route: null, ...there })).toBe(false)
  })

  test('only in the installed app', () => {
    expect(names.filter((route) => showsBack({ route, ...there, installed: false }))).toEqual([])
  })

  test('only when history is longer than 1', () => {
    expect(names.filter((route) => showsBack({ route, ...there, historyLength: 1 }))).toEqual([])
  })
})
