import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CallInput } from '#contract/calls.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import type { Settings } from '#contract/entities/settings.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SEARCH_PAGES_BY_NUMBER_MAX } from '#contract/limits.ts'
import { birthDatesOfAges } from '#contract/rules/age.ts'
import { matchesFilter, orderedAges } from '#contract/rules/search-filter.ts'
import { RATES } from '../../rates.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { fastestWalk } from './walks.ts'
import { FROM_THE_TOP } from './search-queries.ts'

type Query = NonNullable<CallInput<'members.search'>['query']>

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const search = async (query: Query = {}, as?: TestMember) => {
  const { status, body } = await (as ? server.as(as) : server.visitor)('members.search', { query })
  expect(status).toBe(200)
  return body
}

const namesOf = (cards: readonly ProfileCard[]) => cards.map(({ name }) => name)

const names = async (query: Query) => namesOf((await search(query)).results).toSorted()

const allPages = async (query: Query, as?: TestMember, between: () => void = () => undefined) => {
  const cards: ProfileCard[] = []
  let after: string | undefined
  for (let page = 1; ; page += 1) {
    const body = await search({ ...query, ...(after ? { after, page: String(page) } : {}) }, as)
    expect(body.pageNumber).toBe(page)
    cards.push(...body.results)
    if (body.next === null) return cards
    after = body.next
    between()
  }
}

const setActive = (id: number, at: number) => server.sql('update profiles set last_active = ? where id = ?', at, id)

const activityOf = ({ id }: TestMember) => server.sql('select last_active, active_at from profiles where id = ?', id)[0]
const visit = async (member: TestMember) => {
  await server.as(member)('profile.get')
  await server.deps.settled()
}

describe('[PROF-11] a member in privacy mode', () => {
  test('is listed by the day of their last visit, so neither the order nor a cursor says the time', async () => {
    const [me, other] = [await server.signUp('Mia'), await server.signUp('Ada')]
    const hidden = await server.signUp('Hidden')
    await server.as(hidden)('notifications.put', { body: { privacy_mode: true } })
    server.clock.advance(2 * DAY_MS)
    await visit(other)
    server.clock.advance(HOUR_MS)
    await visit(hidden)
    const now = server.clock.now()
    const today = now - (now % DAY_MS)
    expect(activityOf(hidden)).toEqual({ last_active: today, active_at: now })
    expect(namesOf((await search({}, me)).results)).toEqual(['Ada', 'Hidden'])
  })

  test('shows the time after a match, and in lists once the mode is off', async () => {
    const [me, hidden] = [await server.signUp('Mia'), await server.signUp('Hidden')]
    await server.as(hidden)('notifications.put', { body: { privacy_mode: true } })
    server.clock.advance(DAY_MS + HOUR_MS)
    await visit(hidden)
    const now = server.clock.now()
    const shown = async () =>
      (await server.as(me)('members.get', { params: { id: String(hidden.id) } })).body.profile.last_active
    expect(await shown()).toBe(0)
    await server.as(me)('likes.put', { params: { profile: String(hidden.id) } })
    await server.as(hidden)('likes.put', { params: { profile: String(me.id) } })
    expect(await shown()).toBe(now - (now % MINUTE_MS))
    await server.as(hidden)('notifications.put', { body: { privacy_mode: false } })
    expect(activityOf(hidden)).toEqual({ last_active: now, active_at: null })
  })
})

test('[FIND-1] a filter is counted as it is searched, without the member, blocks and hidden people', async () => {
  const me = await server.signUp('Mia', { birthDate: '1990-01-01', gender: 'male' })
  await server.signUp('Ada', { birthDate: '1990-06-15', region: 'IT-25', city: 'IT-25/milano' })
  await server.signUp('Bea', { birthDate: '1980-06-16', region: 'IT-62', city: 'IT-62/roma' })
  const blocked = await server.signUp('Carla', { birthDate: '1990-06-15' })
  const count = async (query: Query = {}) => (await server.as(me)('members.count', { query })).body
  expect(await count()).toEqual({ count: 3, more: false })
  await server.as(me)('blocks.put', { params: { profile: String(blocked.id) } })
  for (const query of [
    {},
    { gender: 'male' },
    { countryregion: 'IT-62' },
    { min_age: '40' },
    { country: 'DE' },
  ] as const)
    expect(await count(query)).toEqual({ count: (await search(query, me)).results.length, more: false })
})

describe('the filter', () => {
  test('[FIND-1] narrows by gender, country, region and age, in either order of the ages', async () => {
    await server.signUp('Ada', { birthDate: '1990-06-15', region: 'IT-25', city: 'IT-25/milano' })
    await server.signUp('Bea', { birthDate: '1990-06-16', region: 'IT-62', city: 'IT-62/roma' })
    await server.signUp('Carl', { gender: 'male', birthDate: '1960-01-01' })
    await server.signUp('Dora', { country: 'DE', region: 'DE-BE', city: 'DE-BE/berlin' })
    expect(await names({})).toEqual(['Ada', 'Bea', 'Carl', 'Dora'])
    expect(await names({ gender: 'male' })).toEqual(['Carl'])
    expect(await names({ country: 'DE' })).toEqual(['Dora'])
    expect(await names({ countryregion: 'IT-62' })).toEqual(['Bea'])
    expect(await names({ country: 'DE', countryregion: 'IT-62' })).toEqual([])
    // Today is 2026-06-15: Ada turned 36 today, Bea is still 35.
    expect(await names({ min_age: '36', max_age: '36' })).toEqual(['Ada', 'Dora'])
    expect(await names({ min_age: '35', max_age: '35' })).toEqual(['Bea'])
    expect(await names({ min_age: '99', max_age: '60' })).toEqual(['Carl'])
  })

  test('[FIND-1] finds a member of 101, since the highest age of the filter means that age and older', async () => {
    await server.signUp('Ella', { birthDate: '1925-06-15' })
    expect(await names({})).toEqual(['Ella'])
    expect(await names({ min_age: '99', max_age: '99' })).toEqual(['Ella'])
    expect(await names({ max_age: '98' })).toEqual([])
  })

  test('[FIND-1] [ACC-3] filters a country by the ages that its cards show, also while its day differs from UTC', async () => {
    const start = Date.parse('2026-06-15T22:30:00Z')
    server.clock.advance(start - server.clock.now())
    const me = await server.signUp('Mia')
    // In Germany it is the 16th: Ada has turned 36.
    const ada = await server.signUp('Ada', {
      birthDate: '1990-06-16',
      country: 'DE',
      region: 'DE-BE',
      city: 'DE-BE/berlin',
    })
    const cards = (await search({ country: 'DE', min_age: '36', max_age: '36' }, me)).results
    expect(cards.map(({ name, age }) => ({ name, age }))).toEqual([{ name: 'Ada', age: 36 }])
    expect(await names({ country: 'DE', min_age: '35', max_age: '35' })).toEqual([])
    const bea = await server.signUp('Bea', {
      birthDate: '1986-06-15',
      country: 'DE',
      region: 'DE-BE',
      city: 'DE-BE/berlin',
    })
    const related = await server.as(me)('members.related', { params: { id: String(bea.id) } })
    expect(related.body.results.map(({ id }) => id)).toEqual([ada.id])
  })

  test('[FIND-1] a page has the size of the setting, and a cursor for the next one', async () => {
    for (let index = 0; index < 27; index += 1)
      await server.signUp(`Member ${index}`, { lastActive: 1_000_000 * (index + 1) })
    const first = await search()
    expect(first).toMatchObject({ pageNumber: 1, results: { length: 24 } })
    expect(first.next).not.toBeNull()
    const byNumber = await search({ page: '2' })
    expect(byNumber).toMatchObject({ pageNumber: 2, next: null })
    expect(namesOf(byNumber.results)).toEqual(['Member 2', 'Member 1', 'Member 0'])
    expect((await search({ page: '2', after: String(first.next) })).results).toEqual(byNumber.results)
    expect((await search({ page: '3' })).results).toEqual([])
  })

  test('[FIND-1] pages by number equal pages by cursor, up to the last allowed number', async () => {
    await server.close()
    server = await createTestServer({ settings: { search_page_size: 2 } })
    for (let index = 0; index < 15; index += 1)
      await server.signUp(`Member ${index}`, { lastActive: 1_000_000 * (index + 1) })
    let after: string | null = null
    for (let page = 1; page <= SEARCH_PAGES_BY_NUMBER_MAX; page += 1) {
      const byNumber = await search({ page: String(page) })
      expect(byNumber).toEqual(await search(after === null ? {} : { page: String(page), after }))
      after = byNumber.next
    }
    const beyond = { page: String(SEARCH_PAGES_BY_NUMBER_MAX + 1) }
    const { status, error } = await server.visitor('members.search', { query: beyond })
    expect([status, error]).toEqual([400, { error: 'invalid_input', fields: { page: 'out_of_range' } }])
    expect((await search({ ...beyond, after: String(after) })).results).toHaveLength(2)
  })

  test("[FIND-1] any filter finds exactly the members that the device's rule finds, each once", async () => {
    await server.close()
    server = await createTestServer({ settings: { search_page_size: 5 } })
    const member = fc.record({
      gender: fc.constantFrom('male' as const, 'female' as const),
      place: fc.constantFrom(['IT', 'IT-25'], ['IT', 'IT-62'], ['DE', 'DE-BE']),
      birthYear: fc.integer({ min: 1940, max: 2007 }),
      lastActive: fc.integer({ min: 1, max: 12 }),
    })
    const population = fc.sample(member, { numRuns: 90, seed: 7 })
    for (const [index, { place, birthYear, lastActive, gender }] of population.entries()) {
      const [country = '', region = ''] = place
      const birthDate = `${birthYear}-06-${index % 2 === 0 ? '15' : '16'}`
      await server.signUp(`Member ${index}`, { gender, country, region, city: '', birthDate, lastActive })
    }
    const everyone = await allPages({})
    expect(everyone).toHaveLength(90)

    const filter = fc.record(
      {
        gender: fc.constantFrom('male' as const, 'female' as const),
        country: fc.constantFrom('IT', 'DE'),
        countryregion: fc.constantFrom('IT-25', 'DE-BE'),
        min_age: fc.integer({ min: 18, max: 90 }),
        max_age: fc.integer({ min: 18, max: 90 }),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(filter, async (wanted) => {
        const expected = everyone.filter((card) => matchesFilter(card, { ...wanted, ...orderedAges(wanted) }))
        const query = Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, String(value)]))
        expect(namesOf(await allPages(query))).toEqual(namesOf(expected))
      }),
      { numRuns: 60, seed: 3 },
    )
  })
})

describe('the order of results', () => {
  test('[FIND-2] the most recently active first; nobody appears twice, even if members become active during paging', async () => {
    await server.close()
    server = await createTestServer({ settings: { search_page_size: 4 } })
    const members: TestMember[] = []
    for (let index = 0; index < 30; index += 1)
      members.push(await server.signUp(`Member ${index}`, { lastActive: 1_000 + Math.floor(index / 3) }))
    let step = 0
    const seen = await allPages({}, undefined, () => {
      step += 1
      // One member who was already shown, and one who was not.
      for (const member of [members[29 - step], members[step]]) if (member) setActive(member.id, 5_000 + step)
    })
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
    const untouched = seen.map(({ id }) => members.findIndex((member) => member.id === id))
    expect(untouched).toEqual(untouched.toSorted((one, other) => other - one))
  })

  test('[FIND-2] a new search shows recently active members on top', async () => {
    const ada = await server.signUp('Ada', { lastActive: 1_000 })
    await server.signUp('Bea', { lastActive: 2_000 })
    expect(namesOf((await search()).results)).toEqual(['Bea', 'Ada'])
    setActive(ada.id, 3_000)
    expect(namesOf((await search()).results)).toEqual(['Ada', 'Bea'])
  })
})

describe('the members in the results', () => {
  test('[FIND-3] never oneself, unconfirmed, leaving, deleted, invisible, or blocked in either direction', async () => {
    const me = await server.signUp('Me')
    await server.signUp('Visible')
    await server.signUp('Unconfirmed', { status: 'not_confirmed' })
    await server.signUp('Leaving', { status: 'deleting' })
    await server.signUp('Gone', { status: 'deleted' })
    await server.signUp('Invisible', { invisible: true })
    const blocking = await server.signUp('Blocking')
    const blocked = await server.signUp('Blocked')
    await server.as(blocking)('blocks.put', { params: { profile: String(me.id) } })
    await server.as(me)('blocks.put', { params: { profile: String(blocked.id) } })

    for (const query of [
      {},
      { page: '1' },
      { country: 'IT' },
      { countryregion: 'IT-25' },
      { min_age: '36', max_age: '36' },
    ])
      expect(namesOf((await search(query, me)).results)).toEqual(['Visible'])
    expect(namesOf((await search({}, blocked)).results)).not.toContain('Me')
    expect(namesOf((await search()).results).toSorted()).toEqual(['Blocked', 'Blocking', 'Me', 'Visible'])
  })

  test('[FIND-3] many blocks do not shorten a page', async () => {
    const me = await server.signUp('Me')
    for (let index = 0; index < 60; index += 1) {
      const other = await server.signUp(`Member ${index}`, { lastActive: 1_000 + index })
      if (index >= 25) await server.as(me)('blocks.put', { params: { profile: String(other.id) } })
    }
    expect((await search({}, me)).results).toHaveLength(24)
    expect((await allPages({}, me)).length).toBe(25)
  })
})

describe('a region', () => {
  test('[FIND-1] a region larger than one look gives the same results by age as a full read', async () => {
    server.sql('begin')
    for (let index = 0; index < 4_500; index += 1) {
      // Every fiftieth member is 70, and privacy mode hides the region of some.
      const birthDate = `${index % 50 === 7 ? 1956 : 1960 + (index % 40)}-0${1 + (index % 9)}-15`
      server.sql(
        `insert into profiles (id, name, gender, birth_date, birth_year, country, region, city, reserved, searchable, last_active)
         values (?, ?, ?, ?, ?, 'IT', ?, '', ?, 1, ?)`,
        10_000 + index,
        `Member ${index}`,
        index % 3 === 0 ? 'male' : 'female',
        birthDate,
        Number(birthDate.slice(0, 4)),
        index % 10 === 0 ? 'IT-62' : 'IT-25',
        index % 500 === 7 ? 1 : 0,
        index,
      )
    }
    server.sql('commit')
    const { find } = server.deps.read
    for (const [youngest, eldest] of [
      [70, 70],
      [64, 75],
      [85, 99],
      [18, 99],
    ] as const)
      for (const genders of [['female'], ['male', 'female']] as const)
        for (const region of ['IT-25', 'IT-62', 'IT-99']) {
          const walk = {
            genders,
            country: 'IT',
            region,
            ...birthDatesOfAges(youngest, eldest, '2026-06-15'),
            viewer: 0,
            below: FROM_THE_TOP,
            limit: 25,
          }
          const pages = [await fastestWalk(server.deps.read, walk)]
          const below = pages[0]?.at(-1)
          if (below) pages.push(await fastestWalk(server.deps.read, { ...walk, below }))
          const all = await find.walkByActivity({ ...walk, limit: 50 }, 1_000_000)
          expect(pages.flat()).toEqual(all.slice(0, pages.flat().length))
          expect(pages.flat().length).toBe(Math.min(all.length, 25 * pages.length))
        }
  })
})

const start = async (settings: Partial<Settings>) => {
  await server.close()
  server = await createTestServer({ settings: { search_page_size: 2, ...settings } })
  for (const name of ['Ada', 'Bea', 'Cleo', 'Dora', 'Emma']) await server.signUp(name)
}
const withSource = async (query: Query) => {
  const response = await server.app.request(
    `/api/members?${new URLSearchParams(query as Record<string, string>).toString()}`,
    {
      headers: { cookie: 'trafficsource=network=partner' },
    },
  )
  return { status: response.status, body: (await response.json()) as Awaited<ReturnType<typeof search>> }
}

describe('visitors', () => {
  test('[FIND-4] on a site with limited search, visitors get only the first page', async () => {
    await start({ logged_out_search: 'limited' })
    const first = await search()
    expect(first).toMatchObject({ pageNumber: 1, next: null, limited: true, results: { length: 2 } })
    for (const query of [{ page: '2' }, { after: '5-5' }, { page: '3', after: '5-5' }])
      expect(await search(query)).toEqual(first)
    const [one] = first.results
    expect((await server.visitor('members.get', { params: { id: String(one?.id) } })).status).toBe(200)
    const member = await server.signUp('Member')
    expect(await search({ page: '2' }, member)).toMatchObject({ pageNumber: 2, limited: false, results: { length: 2 } })
  })

  test('[FIND-4] visitors from a traffic source get the wider of the two settings', async () => {
    await start({ logged_out_search: 'none', logged_out_search_trafficsource: 'limited' })
    expect((await server.visitor('members.search', { query: {} })).error).toEqual({ error: 'search_closed' })
    expect(await withSource({ page: '2' })).toMatchObject({ status: 200, body: { pageNumber: 1, limited: true } })
    await start({ logged_out_search: 'limited', logged_out_search_trafficsource: 'all' })
    expect(await withSource({ page: '2' })).toMatchObject({ status: 200, body: { pageNumber: 2, limited: false } })
    await start({ logged_out_search: 'all', logged_out_search_trafficsource: 'none' })
    expect(await withSource({})).toMatchObject({ status: 200, body: { limited: false } })
  })

  test('[FIND-4] a closed site reveals no members to visitors', async () => {
    await start({ logged_out_search: 'none' })
    for (const id of ['1', '999999'])
      for (const name of ['members.get', 'members.related'] as const)
        expect((await server.visitor(name, { params: { id } })).error).toEqual({ error: 'search_closed' })
  })

  test('[SAFE-6] views of members are limited by member or by address', async () => {
    await server.close()
    server = await createTestServer({
      rates: { ...RATES, view: { count: 3, perMs: 60_000 } },
    })
    const ada = await server.signUp('Ada')
    const params = { id: String(ada.id) }
    for (const call of [server.visitor, server.as(ada)]) {
      expect((await call('members.search', { query: {} })).status).toBe(200)
      expect((await call('members.get', { params })).status).toBe(200)
      expect((await call('members.related', { params })).status).toBe(200)
      const refused = await call('members.get', { params })
      expect([refused.status, refused.error]).toEqual([429, { error: 'rate_limited', retry_after: 20 }])
    }
  })

  test('[FIND-4] search and profiles are closed to visitors if the settings say so, and open to members', async () => {
    await server.close()
    server = await createTestServer({ settings: { logged_out_search: 'none' } })
    const ada = await server.signUp('Ada')
    const bea = await server.signUp('Bea')
    const closed = await server.visitor('members.search', { query: {} })
    expect([closed.status, closed.error]).toEqual([403, { error: 'search_closed' }])
    const profile = await server.visitor('members.get', { params: { id: String(bea.id) } })
    expect([profile.status, profile.error]).toEqual([403, { error: 'search_closed' }])
    expect(namesOf((await search({}, ada)).results)).toEqual(['Bea'])
  })
})

test('[FIND-4] a filter that the site does not offer is ignored for everyone', async () => {
  await server.close()
  server = await createTestServer({ settings: { search_fields: ['age'] } })
  const anna = await server.signUp('Anna', { gender: 'female' })
  await server.signUp('Bert', { gender: 'male', birthDate: '1960-01-01' })
  expect(await names({ gender: 'female' })).toEqual(['Anna', 'Bert'])
  expect(await names({ max_age: '50' })).toEqual(['Anna'])
  // The count before the search is that of the search.
  const { body } = await server.as(anna)('members.count', { query: { gender: 'female' } })
  expect(body).toEqual({ count: 1, more: false })
})
