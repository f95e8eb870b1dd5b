import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { badgeText, countedTitle, creditsBadge } from './badge.ts'
import { conversationId, pairOf, partnerIn } from './conversation-id.ts'
import { mayWrite, conversationsLeftFor } from './may-write.ts'
import { stateOfStored } from './message-state.ts'
import { canBecome } from './payment-state.ts'
import { askAgainAfter, refusalBodyOf, retryDelay, RETRIES, sendOutcomeOf } from './retry.ts'
import { DEFAULT_SETTINGS } from '../entities/default-settings.ts'
import { filterKey, matchesFilter, orderedAges, offeredFilter, SEARCH_FIELDS } from './search-filter.ts'
import { uuidv7 } from './ids.ts'
import { visitorSearch } from './visibility.ts'

describe('badges', () => {
  test('[SHELL-8] nothing at 0, the number to 99, 99+ from 100', () => {
    expect([0, 1, 99, 100, 4_000].map(badgeText)).toEqual([null, '1', '99', '99+', '99+'])
  })
  test('[SHELL-9] the credits badge warns at 10 and alarms at 0', () => {
    expect([11, 10, 1, 0].map(creditsBadge)).toEqual(['none', 'warning', 'warning', 'danger'])
  })
  test('[SHELL-17] the title carries the count', () => {
    expect([countedTitle('Chats', 0), countedTitle('Chats', 3), countedTitle('Chats', 200)]).toEqual([
      'Chats',
      '(3) Chats',
      '(99+) Chats',
    ])
  })
})

describe('conversations', () => {
  const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
  test('[CHAT-1] both members compute the same conversation id, and each finds the partner in it', () => {
    fc.assert(
      fc.property(id, id, (one, other) => {
        fc.pre(one !== other)
        const conversation = conversationId(one, other)
        expect(conversationId(other, one)).toBe(conversation)
        expect(partnerIn(conversation, one)).toBe(other)
        expect(partnerIn(conversation, other)).toBe(one)
        expect(pairOf(conversation).low).toBeLessThan(pairOf(conversation).high)
      }),
      { seed: 1, numRuns: 500 },
    )
  })
  test('[CHAT-9] [CHAT-12] the reason a member may not write is the strongest one', () => {
    const open = { status: 'active', blocksMe: false, blockedByMe: false } as const
    expect(mayWrite(open)).toEqual({ allowed: true })
    expect(mayWrite({ ...open, status: 'not_confirmed' })).toEqual({ allowed: false, reason: 'recipient_unconfirmed' })
    expect(mayWrite({ ...open, blocksMe: true })).toEqual({ allowed: false, reason: 'blocked' })
    expect(mayWrite({ ...open, blocksMe: true, blockedByMe: true })).toEqual({ allowed: false, reason: 'blocking' })
    expect(mayWrite({ status: 'deleting', blocksMe: true, blockedByMe: true })).toEqual({
      allowed: false,
      reason: 'recipient_deleted',
    })
  })
  test('[CHAT-6] a stored message is sent, then delivered, then read', () => {
    const marks = { delivered_up_to: 7, read_up_to: 5 }
    expect([5, 6, 7, 8].map((message) => stateOfStored(message, marks))).toEqual([
      'read',
      'delivered',
      'delivered',
      'sent',
    ])
    expect(stateOfStored(3, { delivered_up_to: 0, read_up_to: 4 })).toBe('read')
  })
})

describe('the outbox', () => {
  test('[PWA-3] a refusal with a reason fails, a network or server error is retried, an ended session pauses', () => {
    expect(sendOutcomeOf(201, null, null)).toEqual({ kind: 'done' })
    expect(sendOutcomeOf(402, { error: 'not_enough_credits', cost: 1, credits: 0 }, null)).toEqual({
      kind: 'failed',
      body: { error: 'not_enough_credits', cost: 1, credits: 0 },
    })
    expect(sendOutcomeOf(403, { error: 'authentication_required' }, null)).toEqual({ kind: 'pause' })
    expect(sendOutcomeOf(401, null, null)).toEqual({ kind: 'pause' })
    expect(sendOutcomeOf(500, null, null)).toEqual({ kind: 'retry', cause: 'server_error' })
    expect(sendOutcomeOf(503, { error: 'shutting_down' }, null)).toEqual({ kind: 'retry', cause: 'server_error' })
    expect(sendOutcomeOf(429, { error: 'rate_limited' }, null)).toEqual({ kind: 'retry', cause: 'server_asked' })
    expect(sendOutcomeOf(429, { error: 'rate_limited' }, '7')).toEqual({
      kind: 'retry',
      cause: 'server_asked',
      afterMs: 7_000,
    })
    expect(sendOutcomeOf(409, { error: 'superseded' }, null)).toEqual({ kind: 'superseded' })
    // A retry would fail all day, whatever pause the answer asks for.
    const swipeLimit = { error: 'swipe_limit', retry_after: 3_600 }
    expect(sendOutcomeOf(429, swipeLimit, '3600')).toEqual({ kind: 'failed', body: swipeLimit })
  })
  test('[SAFE-6] a Retry-After is obeyed up to 15 minutes, also from a 503', () => {
    expect(sendOutcomeOf(503, null, '60')).toEqual({ kind: 'retry', cause: 'server_asked', afterMs: 60_000 })
    for (const unreadable of ['soon', '0', '-1'])
      expect(sendOutcomeOf(503, null, unreadable)).toEqual({ kind: 'retry', cause: 'server_error' })
    expect(sendOutcomeOf(503, null, '86400')).toEqual({ kind: 'retry', cause: 'server_asked', afterMs: 900_000 })
  })
  test('[PWA-2] a refusal that is not ours (a captive portal) never loses a write', () => {
    expect(sendOutcomeOf(403, '<html>', null)).toEqual({ kind: 'retry', cause: 'no_answer' })
    expect(sendOutcomeOf(404, { error: 'made_up' }, null)).toEqual({ kind: 'retry', cause: 'no_answer' })
    for (const status of [408, 425])
      expect(sendOutcomeOf(status, null, null)).toEqual({ kind: 'retry', cause: 'server_error' })
  })
  test('[PWA-10] a refusal of our server for a reason that only a newer version knows is one; that of a proxy is none', () => {
    const ours = new Headers({ 'x-request-id': 'abcdefgh' })
    const body = { error: 'made_up', until: 5 }
    expect(refusalBodyOf({ status: 409, headers: ours }, body)).toEqual({ error: 'newer_version_needed' })
    expect(refusalBodyOf({ status: 409, headers: new Headers() }, body)).toBe(null)
    expect(refusalBodyOf({ status: 503, headers: ours }, body), 'a failure passes').toBe(null)
    expect(refusalBodyOf({ status: 404, headers: ours }, '<html>')).toBe(null)
    const known = { error: 'blocked', name: 'Anna' }
    expect(refusalBodyOf({ status: 403, headers: new Headers() }, known)).toEqual(known)
  })
  test('[PWA-3] a file that is too large for a proxy is refused with a reason, and is not sent again', () => {
    expect(sendOutcomeOf(413, '<html>', null)).toEqual({ kind: 'failed', body: { error: 'body_too_large' } })
    const own = { error: 'photo_too_large' }
    expect(sendOutcomeOf(413, own, null)).toEqual({ kind: 'failed', body: own })
  })
  test('[PWA-2] delays double with jitter and are bounded', () => {
    for (const attempts of [0, 1, 5, 20, 1_000]) {
      expect(retryDelay(attempts, 0)).toBe(500)
      expect(retryDelay(attempts, 0.999)).toBeLessThanOrEqual(300_500)
    }
    expect(retryDelay(3, 0.5)).toBe(4_500)
  })
  test('[CHAT-5] later ids sort later and contain their time', () => {
    const random = new Uint8Array(10).fill(255)
    expect(uuidv7(1_700_000_000_000, random)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7fff-bfff-ffffffffffff$/)
    expect(uuidv7(1_700_000_000_001, new Uint8Array(10)) > uuidv7(1_700_000_000_000, random)).toBe(true)
    const [high = '', low = ''] = uuidv7(1_763_690_000_123, random).split('-')
    expect(Number.parseInt(high + low, 16)).toBe(1_763_690_000_123)
  })
})

describe('search', () => {
  const profile = {
    gender: 'female',
    country: 'IE',
    countryregion: 'IE-L',
    age: 38,
    distance: '50',
    main_image: { id: '1' },
  } as const
  test('[FIND-7] [PWA-16] the device filters like the server, and never says who is online', () => {
    for (const main_image of [profile.main_image, null])
      expect(matchesFilter({ ...profile, main_image }, {})).toBe(true)
    expect(matchesFilter(profile, { online: '1' })).toBe(false)
    expect(
      matchesFilter(profile, { gender: 'female', country: 'IE', countryregion: 'IE-L', min_age: 38, max_age: 38 }),
    ).toBe(true)
    expect(matchesFilter(profile, { gender: 'male' })).toBe(false)
    expect(matchesFilter(profile, { country: 'IT' })).toBe(false)
    expect(matchesFilter(profile, { countryregion: 'IE-M' })).toBe(false)
    expect(matchesFilter(profile, { min_age: 39 })).toBe(false)
    expect(matchesFilter(profile, { max_age: 37 })).toBe(false)
    // The highest age means that age and older.
    for (const max_age of [99, undefined]) expect(matchesFilter({ ...profile, age: 105 }, { max_age })).toBe(true)
    expect(matchesFilter({ ...profile, age: 105 }, { max_age: 98 })).toBe(false)
    expect(matchesFilter(profile, { distance: '25' })).toBe(false)
    expect(matchesFilter(profile, { distance: '50', country: 'IT' })).toBe(true)
    expect(matchesFilter({ ...profile, distance: null }, { distance: '100' })).toBe(false)
    expect(matchesFilter(profile, { photo: '1' })).toBe(true)
    expect(matchesFilter({ ...profile, main_image: null }, { photo: '1' })).toBe(false)
  })
  test('[FIND-7] equal filters have one key', () => {
    expect(filterKey({ min_age: 18, country: 'IE' })).toBe(filterKey({ country: 'IE', max_age: 99, gender: undefined }))
    expect(filterKey({ country: 'IE' })).not.toBe(filterKey({ country: 'IT' }))
    const keys = [{}, { distance: '25' }, { distance: '50' }, { online: '1' }, { photo: '1' }] as const
    expect(new Set(keys.map((filter) => filterKey(filter))).size).toBe(keys.length)
    expect(filterKey({ distance: '25', country: 'IT' })).toBe(filterKey({ distance: '25' }))
    // The key of the pages that devices have stored.
    const all = { photo: '1', online: '1', distance: '25', max_age: 40, gender: 'female' } as const
    expect(filterKey(all)).toBe('female|||18|40|distance 25|online|photo')
  })
  test('[FIND-1] swapped ages are put in order', () => {
    expect(orderedAges({ min_age: 45, max_age: 30 })).toEqual({ min_age: 30, max_age: 45 })
    expect(orderedAges({})).toEqual({ min_age: 18, max_age: 99 })
  })
  test('[FIND-4] visitors see search if one of the two settings allows it', () => {
    const closed = { logged_out_search: 'none', logged_out_search_trafficsource: 'none' }
    expect(visitorSearch(closed, true)).toBe('none')
    expect(visitorSearch({ ...closed, logged_out_search: 'all' }, false)).toBe('all')
    expect(visitorSearch({ ...closed, logged_out_search_trafficsource: 'all' }, true)).toBe('all')
    expect(visitorSearch({ ...closed, logged_out_search_trafficsource: 'all' }, false)).toBe('none')
    const limited = { logged_out_search: 'limited', logged_out_search_trafficsource: 'all' }
    expect([visitorSearch(limited, true), visitorSearch(limited, false)]).toEqual(['all', 'limited'])
  })
})

const delays = (retry_after?: number) =>
  Array.from({ length: RETRIES + 1 }, (_, failures) =>
    askAgainAfter({ error: 'rate_limited', ...(retry_after === undefined ? {} : { retry_after }) }, failures),
  )

test('[SITE-12] a read is repeated five times, after a doubling delay or as late as the server asks', () => {
  expect(delays()).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, null])
  expect(delays(5)).toEqual([5_000, 5_000, 5_000, 8_000, 16_000, null])
  expect(askAgainAfter({ error: 'not_found' }, 0)).toBeNull()
})

test('[FIND-4] only filter fields that the site offers are used', () => {
  expect(DEFAULT_SETTINGS.search_fields).toEqual([...new Set(Object.values(SEARCH_FIELDS))])
  const filter = { gender: 'female', country: 'IT', countryregion: 'IT-25', min_age: 30, max_age: 40, page: 2 } as const
  expect(offeredFilter(filter, ['gender', 'country', 'countryregion', 'age'])).toEqual(filter)
  const unnamed = { gender: undefined, country: undefined, countryregion: undefined }
  expect(offeredFilter(filter, ['age'])).toMatchObject({ ...unnamed, min_age: 30, page: 2 })
  const narrow = { distance: '25', online: '1', photo: '1' } as const
  expect(offeredFilter(narrow, ['distance', 'online', 'photo'])).toMatchObject(narrow)
  expect(offeredFilter(narrow, [])).toMatchObject({ distance: undefined, online: undefined, photo: undefined })
  expect(offeredFilter(filter, ['gender'])).toMatchObject({ gender: 'female', min_age: undefined, max_age: undefined })
})

test('[CHAT-15] the limit is shown only where writing would begin a conversation', () => {
  expect(conversationsLeftFor({ conversations_left: 0 }, { talked: false })).toBe(0)
  expect(conversationsLeftFor({ conversations_left: 2 }, { talked: false })).toBe(2)
  expect(conversationsLeftFor({ conversations_left: 0 }, { talked: true })).toBeNull()
  expect(conversationsLeftFor({ conversations_left: null }, { talked: false })).toBeNull()
  expect(conversationsLeftFor({}, { talked: false })).toBeNull()
  expect(conversationsLeftFor({ conversations_left: 0 }, {})).toBeNull()
  expect(conversationsLeftFor(null, { talked: false })).toBeNull()
})

test('[PAY-5] money that arrives late completes a payment, whatever was reported before; only a won chargeback leads back', () => {
  for (const from of ['created', 'pending', 'failed', 'cancelled', 'expired'] as const)
    expect(canBecome(from, 'completed')).toBe(true)
  expect(canBecome('refunded', 'completed')).toBe(false)
  for (const to of ['completed', 'refunded'] as const) expect(canBecome('charged_back', to)).toBe(true)
  expect(canBecome('charged_back', 'failed')).toBe(false)
  for (const to of ['failed', 'cancelled', 'expired'] as const) expect(canBecome('completed', to)).toBe(false)
  for (const from of ['completed', 'refunded'] as const) expect(canBecome(from, 'charged_back')).toBe(true)
})
