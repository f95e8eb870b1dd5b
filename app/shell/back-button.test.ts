import { describe, expect, test } from 'vitest'
import { showsBack } from './back-button.tsx'
import { ROUTE_NAMES } from './screens.ts'

const there = { installed: true, historyLength: 2 }

describe('[SHELL-11] the Back button', () => {
  test('shows on these screens and no other', () => {
    expect(ROUTE_NAMES.filter((route) => showsBack({ route, ...there })).toSorted()).toEqual([
      'credits',
      'credits-id-paymentmethod',
      'likes-m-id',
      'likes-type',
      'members-id',
    ])
    expect(showsBack({ route: null, ...there })).toBe(false)
  })

  test('only in the installed app', () => {
    expect(ROUTE_NAMES.filter((route) => showsBack({ route, ...there, installed: false }))).toEqual([])
  })

  test('only when history is longer than 1', () => {
    expect(ROUTE_NAMES.filter((route) => showsBack({ route, ...there, historyLength: 1 }))).toEqual([])
  })
})
