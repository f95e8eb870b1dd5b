import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CallInput } from '#contract/calls.ts'
import { MINUTE_MS, ONLINE_MS } from '#contract/limits.ts'
import { DISTANCE_BANDS } from '#contract/rules/distance.ts'
import { matchesFilter, SEARCH_DISTANCES, type Filter } from '#contract/rules/search-filter.ts'
import type { MemberExtras, TestMember } from '../../testing/members.ts'
import { addPhoto, setMain } from '../../testing/photo-rows.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import type { Arm } from './narrow-queries.ts'
import { NARROW_ROWS_MAX, narrowWalk, type FoundRows, type NarrowWalk } from './walks.ts'
import { FROM_THE_TOP, type SearchPosition } from './search-queries.ts'

type Query = NonNullable<CallInput<'members.search'>['query']>

let server: TestServer
let me: TestMember
beforeEach(async () => {
  server = await createTestServer({ settings: { search_page_size: 5 } })
  me = await server.signUp('Mia', { region: 'IT-25', city: 'IT-25/milano', lastActive: 1 })
})
afterEach(() => server.close())

const search = async (query: Query) => {
  const { status, body } = await server.as(me)('members.search', { query })
  expect(status).toBe(200)
  return body
}
const allOf = async (query: Query) => {
  const pages = [await search(query)]
  for (let next = pages[0]?.next ?? null; next !== null; next = pages.at(-1)?.next ?? null)
    pages.push(await search({ ...query, page: String(pages.length + 1), after: next }))
  return pages.flatMap(({ results }) => results)
}
const names = async (query: Query) => (await allOf(query)).map(({ name }) => name)
const withPhoto = async (name: string, extras: MemberExtras = {}) => {
  const member = await server.signUp(name, extras)
  setMain(server, member, addPhoto(server, member))
  return member
}

const CITIES = ['IT-25/milano', 'IT-25/monza', 'IT-25/bergamo', 'IT-25/brescia', 'IT-21/torino', 'IT-62/roma']
const at = (city: string): MemberExtras => ({ region: city.split('/')[0] ?? '', city })

describe('[FIND-9] [PROF-13] search by distance', () => {
  test('finds the people whose card shows that band or a nearer one, and counts them', async () => {
    for (const city of CITIES) await server.signUp(city.slice(6), at(city))
    await server.signUp('Nowhere', { region: '', city: '' })
    const others = await allOf({})
    expect(others).toHaveLength(CITIES.length + 1)
    const found: number[] = []
    for (const distance of SEARCH_DISTANCES) {
      const expected = others.filter((card) => matchesFilter(card, { distance }))
      expect(await names({ distance })).toEqual(expected.map(({ name }) => name))
      expect((await server.as(me)('members.count', { query: { distance } })).body.count).toBe(expected.length)
      found.push(expected.length)
    }
    // Each band has more people than the one before, in this choice of cities.
    expect(new Set(found).size).toBeGreaterThan(2)
    expect(DISTANCE_BANDS).toEqual(expect.arrayContaining([...SEARCH_DISTANCES]))
  })

  test('does not look at country and region beside it', async () => {
    await server.signUp('Near', at('IT-25/monza'))
    expect(await names({ distance: '25', country: 'DE' })).toEqual(['Near'])
  })

  test('is refused by name to a visitor and to a member without a city', async () => {
    const refusal = [400, { error: 'invalid_input', fields: { distance: 'place_unknown' } }]
    const visitor = await server.visitor('members.search', { query: { distance: '25' } })
    expect([visitor.status, visitor.error]).toEqual(refusal)
    const homeless = server.as(await server.signUp('Nobody', { region: '', city: '' }))
    const member = await homeless('members.search', { query: { distance: '25' } })
    expect([member.status, member.error]).toEqual(refusal)
    const count = await homeless('members.count', { query: { distance: '25' } })
    expect([count.status, count.error]).toEqual(refusal)
  })
})

describe('[FIND-9] search for people who are online, and with a photo', () => {
  test('finds who was active in the last five minutes, and nobody as a fictional profile', async () => {
    const now = server.clock.now()
    await server.signUp('Here', { lastActive: now - MINUTE_MS })
    await server.signUp('Gone', { lastActive: now - ONLINE_MS })
    await server.signUp('Fiction', { lastActive: now, fictional: true })
    expect(await names({ online: '1' })).toEqual(['Here'])
    expect((await server.as(me)('members.count', { query: { online: '1' } })).body).toEqual({ count: 1, more: false })
  })

  test('finds who has a photo that others see', async () => {
    await withPhoto('Ada')
    await server.signUp('Bea')
    expect(await names({ photo: '1' })).toEqual(['Ada'])
  })

  test('[PROF-11] says nothing of place in privacy mode until there is a match, and never of presence', async () => {
    const hidden = await withPhoto('Hidden', at('IT-25/monza'))
    await server.as(hidden)('notifications.put', { body: { privacy_mode: true } })
    await server.deps.settled()
    expect(await names({ online: '1' })).toEqual([])
    expect(await names({ distance: '100' })).toEqual([])
    expect(await names({ photo: '1' })).toEqual(['Hidden'])
    for (const [one, other] of [
      [me.id, hidden.id],
      [hidden.id, me.id],
    ])
      server.sql('insert into likes (liker, liked, at, seen) values (?, ?, 0, 0)', one, other)
    expect(await names({ online: '1' })).toEqual([])
    expect(await names({ distance: '100' })).toEqual(['Hidden'])
  })

  test('[FIND-3] finds nobody blocked, invisible or unconfirmed', async () => {
    const blocked = await withPhoto('Blocked')
    await withPhoto('Invisible', { invisible: true })
    await withPhoto('New', { status: 'not_confirmed' })
    await server.as(me)('blocks.put', { params: { profile: String(blocked.id) } })
    for (const query of [{ photo: '1' }, { online: '1' }, { distance: '100' }] as const)
      expect(await names(query)).toEqual([])
  })
})

test('[FIND-9] [FIND-2] any of these filters finds who the device finds, each once, in order of activity', async () => {
  const member = fc.record({
    gender: fc.constantFrom('male' as const, 'female' as const),
    city: fc.constantFrom(...CITIES),
    year: fc.integer({ min: 1945, max: 2006 }),
    lastActive: fc.integer({ min: 2, max: 12 }),
    photo: fc.boolean(),
  })
  for (const [index, { city, year, photo, ...rest }] of fc.sample(member, { numRuns: 60, seed: 4 }).entries()) {
    const extras = { ...rest, ...at(city), birthDate: `${year}-03-01` }
    await (photo ? withPhoto : server.signUp)(`Member ${index}`, extras)
  }
  const everyone = await allOf({})
  const filter = fc.record(
    {
      gender: fc.constantFrom('male' as const, 'female' as const),
      distance: fc.constantFrom(...SEARCH_DISTANCES),
      photo: fc.constant('1' as const),
      country: fc.constantFrom('IT', 'DE'),
      min_age: fc.integer({ min: 18, max: 40 }),
      max_age: fc.integer({ min: 40, max: 90 }),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(filter, async ({ min_age, max_age, ...wanted }) => {
      const expected = everyone.filter((card) => matchesFilter(card, { ...wanted, min_age, max_age }))
      const ages = { min_age: String(min_age ?? 18), max_age: String(max_age ?? 99) }
      expect(await names({ ...wanted, ...ages })).toEqual(expected.map(({ name }) => name))
    }),
    { numRuns: 40, seed: 9 },
  )
})

test('[FIND-1] each part of the filter leaves out who does not fit it', async () => {
  await server.signUp('Plain', { ...at('IT-21/torino'), gender: 'male', birthDate: '1980-03-01', lastActive: 2 })
  const others: { [Part in keyof Filter]-?: Query } = {
    gender: { gender: 'female' },
    country: { country: 'DE' },
    countryregion: { countryregion: 'IT-25' },
    min_age: { min_age: '80' },
    max_age: { max_age: '20' },
    distance: { distance: 'same' },
    online: { online: '1' },
    photo: { photo: '1' },
  }
  expect(await names({})).toEqual(['Plain'])
  for (const [part, query] of Object.entries(others)) expect([part, await names(query)]).toEqual([part, []])
})

test('[FIND-9] pages by number equal pages by cursor', async () => {
  for (let index = 0; index < 12; index += 1) await withPhoto(`Member ${index}`, { lastActive: 100 + index })
  const first = await search({ photo: '1' })
  expect(first.results).toHaveLength(5)
  expect((await search({ photo: '1', page: '2' })).results).toEqual(
    (await search({ photo: '1', page: '2', after: String(first.next) })).results,
  )
  expect((await search({ photo: '1', page: '3' })).results).toHaveLength(2)
  expect((await search({ photo: '1', page: '4' })).results).toEqual([])
})

const idOf = ({ next }: { next: string | null }) => Number(next?.split('-')[1])

test('[CHAT-9] [PROF-11] the cursor of a short page names nobody whom the member may not see', async () => {
  const many = (first: number, count: number): void => {
    const rows = `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`
    server.sql(
      `insert into users (id, email, password_hash, status, language, signup_at)
       ${rows} select ${first} + i, 'm' || (${first} + i) || '@many.test', '', 'active', 'it', 0 from n`,
    )
    server.sql(
      `insert into profiles (id, name, gender, birth_date, birth_year, country, region, city, searchable, last_active)
       ${rows} select ${first} + i, 'Member', 'male', '1990-01-01', 1990, 'IT', 'IT-25', 'IT-25/milano', 1, ${first} + i from n`,
    )
  }
  many(1_000, NARROW_ROWS_MAX + 1_000)
  const query: Query = { gender: 'male', countryregion: 'IT-25', photo: '1' }
  const last = idOf(await search(query))
  const [blocker, reserved] = [last, last + 1]
  server.sql('insert into blocks (blocker, blocked, at) values (?, ?, 0)', blocker, me.id)
  server.sql('update profiles set reserved = 1 where id = ?', reserved)
  expect(idOf(await search(query))).toBe(last + 2)
  // A search without a place finds a profile in privacy mode.
  expect(idOf(await search({ gender: 'male', photo: '1' }))).toBe(reserved)
})

/** One in ten is a man. Everyone was active in the order of the ids. */
const isMan = (id: number): boolean => id % 10 === 0
const isWanted = (id: number): boolean => (isMan(id) ? id > 20_000 : id % 10_000 === 1 || id === 29_901)

describe('[FIND-9] a walk among very many people', () => {
  const PEOPLE = 30_000
  const people = Array.from({ length: PEOPLE }, (_, index) => PEOPLE - index)
  const byGender = { female: people.filter((id) => !isMan(id)), male: people.filter(isMan) }
  let rowsRead = 0
  const find = {
    seenAmong: (ids: readonly number[]) => Promise.resolve([...ids]),
    narrowStep: ({ gender }: Arm, _: unknown, below: SearchPosition, scan: number) => {
      const from = byGender[gender].findIndex((id) => id < below.id)
      const rows = from < 0 ? [] : byGender[gender].slice(from, from + scan)
      rowsRead += rows.length
      return Promise.resolve(rows.map((id) => ({ id, lastActive: id, isWanted: isWanted(id) })))
    },
  }
  const walk: NarrowWalk = {
    genders: ['female'],
    from: '1930-01-01',
    to: '2008-01-01',
    viewer: 0,
    below: FROM_THE_TOP,
    limit: 25,
    photo: true,
    online: false,
    since: 0,
  }
  /** Follows the ends of pages, and the last row of a full page. */
  const allOfWalk = async (wanted: NarrowWalk) => {
    const found: number[] = []
    for (let below: SearchPosition | null = FROM_THE_TOP; below !== null;) {
      rowsRead = 0
      const { rows, end }: FoundRows = await narrowWalk({ find }, { ...wanted, below })
      expect(rowsRead).toBeLessThan(NARROW_ROWS_MAX + 500)
      found.push(...rows.map(({ id }) => id))
      below = end ?? (rows.length === wanted.limit ? (rows.at(-1) ?? null) : null)
    }
    return found
  }

  test('stops after a bounded number of rows, and continues from there until it has found everyone', async () => {
    expect(await allOfWalk(walk)).toEqual([29_901, 20_001, 10_001, 1])
  })

  test('merges frequent and rare people in order of activity', async () => {
    const expected = people.filter(isWanted)
    expect(await allOfWalk({ ...walk, genders: ['female', 'male'] })).toEqual(expected)
  })
})
