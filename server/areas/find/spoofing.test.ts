/** [PROF-13] A viewer who fakes their place, and asks any number of times, learns only another member's city. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { bandOf, kilometresBetween } from '#contract/rules/distance.ts'
import type { TestMember } from '../../testing/members.ts'
import { isPostgres } from '../../testing/test-engine.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { isRefusal } from '../../http/reply.ts'
import { cityOf, places, regionName, type City } from '../site/places.ts'
import { findMatches } from './match-finder.ts'
import { viewProfile } from './profile.ts'
import { searchMembers } from './search.ts'

const TWINS = 2
/** Each comes with twenty reads. On PostgreSQL a read is some round trips. */
const SEARCHES = isPostgres ? 120 : 480

let server: TestServer
let spy: TestMember
let cities: City[]
/** Two members in each city, identical except for the id. */
let livesIn: Map<number, City>
/** One member in privacy mode in each city. */
let reticent: Map<number, City>

beforeAll(async () => {
  server = await createTestServer({ settings: { search_page_size: 12 } })
  spy = await server.signUp('Spy')
  livesIn = new Map()
  reticent = new Map()
  cities = places.flatMap(({ regions }) => regions.slice(0, 3).flatMap((region) => region.cities.slice(0, 2)))
  for (const city of cities.filter((_, index) => index % 4 === 0)) {
    const [region = ''] = city.id.split('/')
    const home = { country: region.slice(0, 2), region, city: city.id }
    for (let twin = 0; twin < TWINS; twin += 1) livesIn.set((await server.signUp(`${city.id} ${twin}`, home)).id, city)
    const { id } = await server.signUp(`${city.id} reticent`, home)
    server.sql('update profiles set reserved = 1 where id = ?', id)
    reticent.set(id, city)
  }
})
afterAll(() => server.close())

const moveTo = (city: City | null): void => {
  const region = city?.id.split('/')[0] ?? ''
  const country = city ? region.slice(0, 2) : 'IT'
  server.sql(
    'update profiles set country = ?, region = ?, city = ? where id = ?',
    country,
    region,
    city?.id ?? '',
    spy.id,
  )
}

/** The band that follows from the two cities alone. */
const bandBetween = (from: City | null, to: City): string | null => {
  if (from === null) return null
  return from.id === to.id ? 'same' : bandOf(kilometresBetween(from, to))
}

const placeOf = ({ country, countryregion, region, city, distance }: ProfileCard) => ({
  country,
  countryregion,
  region,
  city,
  distance,
})

/** Cards with other data than the two cities reveal; compared as text, because there are very many. */
const wrongAmong = (cards: readonly ProfileCard[], from: City | null): ProfileCard[] =>
  cards.filter((card) => {
    const said = JSON.stringify(placeOf(card))
    const home = livesIn.get(card.id)
    if (home) {
      const [region = ''] = home.id.split('/')
      const place = { country: region.slice(0, 2), countryregion: region, region: regionName(region), city: home.name }
      return said !== JSON.stringify({ ...place, distance: bandBetween(from, home) })
    }
    const nothing = { country: null, countryregion: null, region: '', city: '', distance: null }
    return reticent.has(card.id) && said !== JSON.stringify(nothing)
  })

test(
  '[PROF-13] ten thousand spoofed searches and reads reveal only the band between two cities',
  { timeout: 120_000 },
  async () => {
    const everyone = [...livesIn.keys(), ...reticent.keys()]
    const anywhere = fc.oneof(
      { weight: 1, arbitrary: fc.constant(null) },
      { weight: 9, arbitrary: fc.constantFrom(...cities) },
    )
    const asked = fc.record({
      from: anywhere,
      country: fc.option(fc.constantFrom('IT', 'DE', 'IE', 'US'), { nil: undefined }),
      countryregion: fc.option(fc.constantFrom(...cities.map(({ id }) => id.split('/')[0] ?? '')), { nil: undefined }),
      ids: fc.array(fc.constantFrom(...everyone), { minLength: 20, maxLength: 20 }),
      isVisitor: fc.boolean(),
    })
    let answers = 0
    await fc.assert(
      fc.asyncProperty(asked, async ({ from, country, countryregion, ids, isVisitor }) => {
        moveTo(from)
        const viewer = isVisitor ? 0 : spy.id
        const where = isVisitor ? null : from
        const found = await searchMembers(server.deps, viewer, { country, countryregion }, 'all')
        if (isRefusal(found)) throw new Error('refused')
        const cards: ProfileCard[] = [...found.results]
        // No filter by region finds a profile whose region is hidden [PROF-11].
        const betrayed = countryregion === undefined ? [] : found.results.filter(({ id }) => reticent.has(id))
        expect(betrayed).toEqual([])
        for (const id of ids) {
          const seen = await viewProfile(server.deps, { id: viewer, paid: false }, id, 'all')
          if (isRefusal(seen)) throw new Error('refused')
          cards.push(seen.profile)
        }
        expect(wrongAmong(cards, where)).toEqual([])
        answers += 1 + ids.length
      }),
      { seed: 13, numRuns: SEARCHES },
    )
    expect(answers).toBe(21 * SEARCHES)
  },
)

test(
  '[PROF-13] two members of one city look the same from everywhere, and the bands depend only on the city',
  { timeout: 120_000 },
  async () => {
    const byCity = Map.groupBy(livesIn, ([, city]) => city.id)
    for (const from of cities) {
      moveTo(from)
      const { results } = (await server.as(spy)('members.search', { query: { countryregion: from.id.split('/')[0] } }))
        .body
      expect(wrongAmong(results, from)).toEqual([])
      for (const twins of byCity.values()) {
        const told = await Promise.all(
          twins.map(async ([id]) => {
            const seen = await viewProfile(server.deps, { id: spy.id, paid: false }, id, 'all')
            return isRefusal(seen) ? null : JSON.stringify(placeOf(seen.profile))
          }),
        )
        expect(new Set(told).size).toBe(1)
      }
    }
  },
)

test("[PROF-13] the match finder's reasons reveal no more than the cards", async () => {
  const told: unknown[][] = []
  for (const from of cities) {
    moveTo(from)
    for (const { profile, reasons } of await findMatches(server.deps, spy.id)) {
      expect(wrongAmong([profile], from)).toEqual([])
      for (const reason of reasons) {
        if (reason.kind === 'near') told.push([reason.distance, profile.distance])
        if (reason.kind === 'same_region') told.push([from.id.split('/')[0], profile.countryregion])
      }
    }
  }
  expect(told.length).toBeGreaterThan(0)
  for (const [reason, card] of told) expect(reason).toBe(card)
})

test('[PROF-13] no answer contains the coordinates of a city, in any format', async () => {
  moveTo(cities[0] ?? null)
  const text = JSON.stringify([
    (await server.as(spy)('members.search', { query: {} })).body,
    (await server.as(spy)('match_finder.get', { query: {} })).body,
    (await server.as(spy)('regions.get')).body,
    (await server.as(spy)('user.get')).body,
  ])
  const numbers = new Set(text.match(/-?\d+\.\d+/g))
  for (const { lat, lon } of cities.map(({ id }) => cityOf(id)).filter((city) => city !== undefined))
    for (const degrees of [lat, lon]) expect(numbers.has(String(degrees))).toBe(false)
})
