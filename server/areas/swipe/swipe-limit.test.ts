/** Four likes a day in the member's time zone: at midnight, at clock changes, from several devices and zones. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, SWIPE_LIKES_A_DAY } from '#contract/limits.ts'
import { localDay } from '#contract/rules/local-day.ts'
import { RATES } from '../../rates.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let ada: TestMember
let next: number
const begin = async (start: string) => {
  server = await createTestServer({ start })
  ada = await server.signUp('Ada')
  next = 0
  waiting = undefined
}
beforeEach(() => begin('2026-06-15T12:00:00.000Z'))
afterEach(() => server.close())

const someone = async (): Promise<number> => {
  next += 1
  return (await server.signUp(`Man ${next}`, { gender: 'male' })).id
}
const like = async (time_zone?: string, profile?: number) =>
  server.as(ada)('swipe.put', {
    params: { profile: String(profile ?? (await someone())) },
    body: { choice: 'like', time_zone },
  })
const left = async (time_zone?: string) => (await server.as(ada)('swipe.get', { query: { time_zone } })).body.likes_left
const resetsAt = async (time_zone?: string) =>
  new Date((await server.as(ada)('swipe.get', { query: { time_zone } })).body.resets_at).toISOString()
/** Likes until the limit refuses one. The refused profile is liked first next time. */
let waiting: number | undefined
const likeAll = async (time_zone?: string): Promise<number> => {
  for (let count = 0; ; count += 1) {
    waiting ??= await someone()
    if ((await like(time_zone, waiting)).status === 429) return count
    waiting = undefined
  }
}

test('[LIKE-5] the fifth like of the day is refused, and nothing is stored', async () => {
  const answers = []
  for (let count = 0; count < 4; count += 1) answers.push((await like('Europe/Rome')).body.likes_left)
  expect(answers).toEqual([3, 2, 1, 0])
  const told = server.sql('select count(*) as n from changes')
  const fifth = await like('Europe/Rome')
  expect([fifth.status, fifth.error]).toEqual([429, { error: 'swipe_limit', retry_after: 10 * 3_600 }])
  expect(fifth.headers.get('retry-after')).toBe('36000')
  expect(server.sql('select count(*) as n from swipes')).toEqual([{ n: 4 }])
  expect(server.sql('select count(*) as n from likes')).toEqual([{ n: 4 }])
  expect(server.sql('select count(*) as n from changes')).toEqual(told)
  // A pass is not a like, and a like outside the game does not count.
  const profile = String(await someone())
  expect((await server.as(ada)('swipe.put', { params: { profile }, body: { choice: 'pass' } })).status).toBe(200)
  expect((await server.as(ada)('likes.put', { params: { profile } })).status).toBe(200)
})

test('[LIKE-5] a like that is taken back still counts for its day', async () => {
  const profile = await someone()
  await like('Europe/Rome', profile)
  await server.as(ada)('likes.delete', { params: { profile: String(profile) } })
  expect(await left('Europe/Rome')).toBe(3)
})

test('[LIKE-5] two devices send the fourth like in parallel: exactly one succeeds', async () => {
  for (let round = 0; round < 10; round += 1) {
    for (let count = 0; count < 3; count += 1) await like('Europe/Rome')
    const two = [await someone(), await someone()]
    const answers = await Promise.all(two.map((profile) => like('Europe/Rome', profile)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429])
    expect(server.sql('select count(*) as n from likes')).toEqual([{ n: 4 * (round + 1) }])
    server.clock.advance(DAY_MS)
  }
})

test('[LIKE-5] two devices send the same fourth like in parallel: it counts once, and both get success', async () => {
  for (let count = 0; count < 3; count += 1) await like('Europe/Rome')
  const same = await someone()
  const answers = await Promise.all([like('Europe/Rome', same), like('Europe/Rome', same)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[1]?.body).toEqual(answers[0]?.body)
})

describe('midnight', () => {
  test.each([
    ['Pacific/Auckland', '2026-06-15T12:00:00.000Z'],
    ['America/Los_Angeles', '2026-06-16T07:00:00.000Z'],
    // The midnights before and after the day on which clocks go forward, and the one on which they go back.
    ['Pacific/Auckland', '2026-09-26T12:00:00.000Z'],
    ['Pacific/Auckland', '2026-09-27T11:00:00.000Z'],
    ['Pacific/Auckland', '2026-04-04T11:00:00.000Z'],
    ['Pacific/Auckland', '2026-04-05T12:00:00.000Z'],
    ['America/Los_Angeles', '2026-03-08T08:00:00.000Z'],
    ['America/Los_Angeles', '2026-03-09T07:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-01T07:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-02T08:00:00.000Z'],
    ['Europe/Rome', '2026-03-29T22:00:00.000Z'],
    ['Europe/Rome', '2026-10-25T23:00:00.000Z'],
    // This midnight does not exist, because clocks go forward then.
    ['America/Santiago', '2026-09-06T04:00:00.000Z'],
  ])('[LIKE-5] in %s at %s begins the next day', async (zone, midnight) => {
    await server.close()
    await begin(new Date(Date.parse(midnight) - 1_000).toISOString())
    expect(await likeAll(zone)).toBe(4)
    expect(await resetsAt(zone)).toBe(midnight)
    expect((await like(zone)).error?.retry_after).toBe(1)
    server.clock.set(Date.parse(midnight) - 1)
    expect(await left(zone)).toBe(0)
    server.clock.set(midnight)
    expect(await left(zone)).toBe(4)
    expect(await likeAll(zone)).toBe(4)
  })
})

describe('[LIKE-5] another zone', () => {
  test('gains nothing while the day in the old zone lasts', async () => {
    // 14:00 in Rome is midnight in Auckland.
    server.clock.set('2026-06-15T11:59:00.000Z')
    expect(await likeAll('Europe/Rome')).toBe(4)
    server.clock.set('2026-06-15T12:00:00.000Z')
    for (const zone of ['Pacific/Auckland', 'Asia/Tokyo', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Europe/Rome', undefined])
      expect([zone, await likeAll(zone)]).toEqual([zone, 0])
    // After midnight in Rome, Auckland's day may begin. It lasts until the midnight after the next.
    server.clock.set('2026-06-15T22:00:00.000Z')
    expect(await likeAll('Pacific/Auckland')).toBe(4)
    expect(await resetsAt('Pacific/Auckland')).toBe('2026-06-17T12:00:00.000Z')
    server.clock.set('2026-06-16T12:00:00.000Z')
    expect(await likeAll('Pacific/Auckland')).toBe(0)
    expect(await likeAll('Europe/Rome')).toBe(0)
    server.clock.set('2026-06-17T12:00:00.000Z')
    expect(await likeAll('Pacific/Auckland')).toBe(4)
    expect(await resetsAt('Pacific/Auckland')).toBe('2026-06-18T12:00:00.000Z')
  })

  test("gains nothing at the old zone's midnight while the day in the new zone is the same", async () => {
    // An hour before midnight in Rome it is 17:00 in New York.
    server.clock.set('2026-06-15T21:00:00.000Z')
    expect(await likeAll('Europe/Rome')).toBe(4)
    server.clock.set('2026-06-15T22:00:00.000Z')
    expect(await left('America/New_York')).toBe(0)
    expect(await resetsAt('America/New_York')).toBe('2026-06-16T04:00:00.000Z')
    server.clock.set('2026-06-16T04:00:00.000Z')
    expect(await likeAll('America/New_York')).toBe(4)
    expect(await resetsAt('America/New_York')).toBe('2026-06-17T04:00:00.000Z')
  })

  test('reading the deck from another zone changes nothing', async () => {
    expect(await likeAll('Europe/Rome')).toBe(4)
    server.clock.set('2026-06-15T22:00:00.000Z')
    await left('Pacific/Auckland')
    expect(await left()).toBe(4)
    expect(await resetsAt()).toBe('2026-06-16T22:00:00.000Z')
    expect(server.sql('select time_zone from users where id = ?', ada.id)).toEqual([{ time_zone: 'Europe/Rome' }])
  })

  test('switching between the first and the last zone of the earth gains nothing', async () => {
    // Their midnights are two hours apart.
    const [first, last] = ['Pacific/Kiritimati', 'Etc/GMT+12']
    const start = Date.parse('2026-06-15T10:00:00.000Z')
    let given = 0
    for (let days = 0; days < 15; days += 1)
      for (const hour of [0, 2]) {
        server.clock.set(start + days * DAY_MS + hour * HOUR_MS)
        for (const zone of [first, last]) given += await likeAll(zone)
      }
    expect(given).toBeLessThanOrEqual(15 * SWIPE_LIKES_A_DAY)
    // After a day of rest each zone has its own days again.
    server.clock.advance(3 * DAY_MS)
    server.clock.set(localDay(first, server.clock.now()).start)
    await likeAll(first)
    server.clock.set(localDay(first, server.clock.now()).end + DAY_MS)
    expect(await likeAll(first)).toBe(4)
    expect(await resetsAt(first)).toBe(new Date(localDay(first, server.clock.now()).end).toISOString())
  })

  test('begins once no like of the present day is given: until then the later of both midnights counts', async () => {
    server.clock.set('2026-06-15T11:59:00.000Z')
    await like('Europe/Rome')
    for (const [zone, end] of [
      ['Pacific/Auckland', '2026-06-15T22:00:00.000Z'],
      ['America/New_York', '2026-06-16T04:00:00.000Z'],
    ] as const)
      expect([zone, await resetsAt(zone), await left(zone)]).toEqual([zone, end, 3])
    await like('Pacific/Auckland')
    const stored = () => server.sql('select time_zone from users where id = ?', ada.id)[0]?.['time_zone']
    expect(stored()).toBe('Europe/Rome')
    server.clock.set('2026-06-15T22:00:00.000Z')
    await like('Pacific/Auckland')
    expect(stored()).toBe('Pacific/Auckland')
  })

  test.each([
    ['Europe/Moscow', 23, '2026-06-16T21:00:00.000Z'],
    ['Asia/Dubai', 22, '2026-06-17T20:00:00.000Z'],
  ])('in %s, where its midnight comes %i hours after the old one, ends at %s', async (zone, _, end) => {
    await like('Europe/Rome')
    server.clock.set('2026-06-15T22:30:00.000Z')
    expect([await left(zone), await resetsAt(zone)]).toEqual([4, end])
  })

  test('never counts up after a like', async () => {
    // Half an hour before midnight in Rome, Moscow's next day has begun.
    server.clock.set('2026-06-15T21:30:00.000Z')
    await like('Europe/Rome')
    await like('Europe/Rome')
    server.clock.set('2026-06-15T22:30:00.000Z')
    expect(await left('Europe/Moscow')).toBe(2)
    expect((await like('Europe/Moscow')).body.likes_left).toBe(1)
  })

  test('gets no like while its day contains the likes of two days', async () => {
    server.clock.set('2026-06-15T21:30:00.000Z')
    expect(await likeAll('Europe/Rome')).toBe(4)
    server.clock.set('2026-06-15T22:00:00.000Z')
    expect(await likeAll('Europe/Rome')).toBe(4)
    expect(await left('America/Los_Angeles')).toBe(0)
    expect((await like('America/Los_Angeles')).status).toBe(429)
  })

  test('alone stores a longer day, and without any zone the day is the one in UTC', async () => {
    await like('Europe/Rome')
    expect(server.sql(`select key from attempts where key like 'swipe.day %'`)).toEqual([])
    const bert = await server.signUp('Bert', { gender: 'male' })
    const { resets_at } = (await server.as(bert)('swipe.get', { query: {} })).body
    expect(new Date(resets_at).toISOString()).toBe('2026-06-16T00:00:00.000Z')
  })

  test('a zone is stored with its usual spelling', async () => {
    await like('eUROPE/rOME')
    expect(server.sql('select time_zone from users where id = ?', ada.id)).toEqual([{ time_zone: 'Europe/Rome' }])
  })

  test('an unknown zone is refused', async () => {
    const { error } = await like('Middle/Earth')
    expect(error).toEqual({ error: 'invalid_input', fields: { time_zone: 'invalid' } })
  })
})

test('[SAFE-6] swipes are rate limited', async () => {
  await server.close()
  server = await createTestServer({ rates: RATES })
  ada = await server.signUp('Ada')
  const profile = String(await someone())
  const statuses = new Set<number>()
  for (let count = 0; count <= RATES.swipe.count; count += 1)
    statuses.add((await server.as(ada)('swipe.put', { params: { profile }, body: { choice: 'pass' } })).status)
  expect([...statuses]).toEqual([200, 429])
})
