import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../limits.ts'
import {
  afterDecline,
  afterVisit,
  NOTHING_OFFERED,
  offerFor,
  withoutVisits,
  type OfferCause,
  type OfferMemory,
  type OfferSituation,
} from './offers.ts'

const NOW = 1_000 * DAY_MS
const CAUSES: OfferCause[] = ['message', 'match', 'visit']
const CAME_BACK: OfferMemory = { ...NOTHING_OFFERED, days: 3 }

const at = (change: Partial<OfferSituation> = {}) =>
  offerFor({
    cause: 'message',
    pushPossible: true,
    pushDeclined: false,
    installPossible: true,
    memory: CAME_BACK,
    now: NOW,
    ...change,
  })
const remembering = (change: Partial<OfferMemory>): OfferMemory => ({ ...CAME_BACK, ...change })

describe('[PWA-5] notifications are offered', () => {
  test('after a message that was sent and after a match', () => {
    expect(at({ cause: 'message' })).toBe('push')
    expect(at({ cause: 'match' })).toBe('push')
  })

  test('never on load', () => expect(at({ cause: null })).toBeNull())

  test('not after a return visit, not if they are impossible, and not after a decline', () => {
    expect(at({ cause: 'visit' })).toBe('install')
    for (const change of [{ pushPossible: false }, { pushDeclined: true }])
      for (const cause of CAUSES) expect(at({ ...change, cause })).not.toBe('push')
  })
})

/** The offer on a device where notifications are not possible. */
const offered = (memory: OfferMemory, now: number) => at({ pushPossible: false, memory, now })

describe('[PWA-9] installing is offered', () => {
  test('after any cause, if notifications cannot be offered', () => {
    for (const cause of CAUSES) expect(at({ cause, pushPossible: false })).toBe('install')
    expect(at({ pushDeclined: true })).toBe('install')
  })

  test('never on load, and never if the app cannot be installed', () => {
    expect(at({ cause: null, pushPossible: false })).toBeNull()
    for (const cause of CAUSES) expect(at({ cause, pushPossible: false, installPossible: false })).toBeNull()
  })

  test('again 90 days after the first decline, and never after the second', () => {
    const once = afterDecline(NOTHING_OFFERED, NOW)
    expect(offered(once, NOW + 90 * DAY_MS - 1)).toBeNull()
    expect(offered(once, NOW + 90 * DAY_MS)).toBe('install')
    const twice = afterDecline(once, NOW + 90 * DAY_MS)
    expect(offered(twice, NOW + 5_000 * DAY_MS)).toBeNull()
    const thrice = afterDecline(twice, NOW + 91 * DAY_MS)
    expect(offered(thrice, NOW + 5_000 * DAY_MS)).toBeNull()
  })
})

test('[PWA-5][PWA-9] after one offer, no other offer is made for a week', () => {
  const memory = remembering({ offered: NOW })
  for (const cause of CAUSES) {
    expect(at({ cause, memory, now: NOW + 7 * DAY_MS - 1 })).toBeNull()
    expect(at({ cause, memory, now: NOW + 7 * DAY_MS })).not.toBeNull()
  }
})

describe('[PWA-9] the days with a visit', () => {
  test('count once each, however many visits they have', () => {
    const days = ['mon', 'mon', 'tue', 'tue', 'wed']
    const counts = days.map((_, end) => days.slice(0, end + 1).reduce(afterVisit, NOTHING_OFFERED).days)
    expect(counts).toEqual([1, 1, 2, 2, 3])
  })

  test('are a cause from the third day on', () => {
    expect(at({ cause: 'visit', memory: remembering({ days: 2 }) })).toBeNull()
    expect(at({ cause: 'visit', memory: remembering({ days: 3 }) })).toBe('install')
    expect(at({ cause: 'message', memory: NOTHING_OFFERED })).toBe('push')
  })

  test('[PWA-11] are deleted at logout; the declines of installing are not', () => {
    const memory = { declined: [NOW], offered: NOW, days: 2, day: 'tue' }
    expect(withoutVisits(memory)).toEqual({ declined: [NOW], offered: NOW, days: 0, day: '' })
  })
})
