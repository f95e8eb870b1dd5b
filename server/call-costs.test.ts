/**
 * The cost of every read: the data that a call reads must not grow with the number of members [FIND-1]. The test counts
 * pages that SQLite reads from the file, with a cache too small to hide any: milliseconds would measure the machine.
 */
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathOf } from '#contract/call.ts'
import { callOf, calls, isServerCall, type ServerCall } from '#contract/calls.ts'
import { REQUEST_TYPE, REQUEST_TYPE_HEADER } from '#contract/device.ts'
import { SEARCH_COUNT_MAX, SEARCH_PAGES_BY_NUMBER_MAX } from '#contract/limits.ts'
import { NARROW_ROWS_MAX } from './areas/find/walks.ts'
import type { TestMember } from './testing/members.ts'
import { rawRequest } from './testing/raw-request.ts'
import { sampleInputs } from './testing/sample-inputs.ts'
import { createTestServer, type TestServer } from './testing/test-server.ts'

type Parts = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
type Question = { name: ServerCall; parts: Parts }

/** The bytes that this process has read from files; only Linux reports them. */
const IO = '/proc/self/io'
const readBytes = (): number => Number(/^rchar: (\d+)$/m.exec(readFileSync(IO, 'utf8'))?.[1])

const FEW = 3_000
/** COST_MEMBERS=1000000 is for a long run. */
const MANY = Number(process.env['COST_MEMBERS'] ?? 24_000)

/** Pages of 2 KB. The match finder weighs up to 600 members; a search looks at 2,000, then at the newest of each year. */
const PAGES_MAX = 2_000
/** With more members every index gets a level or two deeper: 2.5 times the pages for eight times the members. */
const GROWTH_MAX = (2.5 / 3) * Math.log2(MANY / FEW)
/** These calls look at no more people than this; with many members each of them is on a page of its own. */
const PEOPLE_MAX: Partial<Record<string, number>> = { 'members.count': SEARCH_COUNT_MAX }
/** A walk of the filters for distance, presence and photo reads as many rows among many members as it may, in each of its pages. */
const NARROW_FILTERS = ['photo', 'online', 'distance']
const ROWS_OF_A_PAGE = 16
const narrowPages = ({ query = {} }: Parts): number =>
  NARROW_FILTERS.some((name) => name in query)
    ? (NARROW_ROWS_MAX / ROWS_OF_A_PAGE) * Math.min(Number(query['page'] ?? 1), SEARCH_PAGES_BY_NUMBER_MAX)
    : 0
/** Reads by the test runner itself. */
const SPARE_PAGES = 40

let server: TestServer
let anna: TestMember
let samples: Record<string, Parts>
let members = 0

/** Adds members as on a real site: most of them 25 to 45, from a few countries. */
const growTo = (count: number): void => {
  const rows = `with recursive n(i) as (select ${members} union all select i + 1 from n where i < ${count - 1})`
  server.sql(
    `insert into users (id, email, password_hash, status, language, signup_at)
     ${rows} select 1000 + i, 'm' || i || '@example.test', '', 'active', 'it', 0 from n`,
  )
  server.sql(
    `insert into profiles (id, name, gender, birth_date, birth_year, country, region, city, searchable, last_active)
     ${rows} select 1000 + i, 'Member ' || i, iif(i % 3 = 0, 'female', 'male'), date((1981 + i * 7 % 20) || '-01-01', (i / 20 * 37 % 365) || ' days'),
       1981 + i * 7 % 20, iif(i % 2 = 0, 'IT', 'DE'), iif(i % 4 = 0, 'IT-25', 'IT-62'),
       iif(i % 5 = 0, 'IT-25/milano', 'IT-62/roma'), 1, i from n`,
  )
  server.sql('insert into profile_details (id) select id from profiles where id >= ?', 1000 + members)
  members = count
  server.sql('analyze')
}

beforeAll(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna', { paid: true, region: 'IT-25', city: 'IT-25/milano' })
  const bert = await server.signUp('Bert')
  samples = sampleInputs(anna.id, bert.id) as Record<string, Parts>
  server.db.$client.pragma('mmap_size = 0')
  server.db.$client.pragma('cache_size = 4')
})
afterAll(() => server.close())

const ask = async ({ name, parts: { params, query } }: Question): Promise<number> => {
  const [path = '', when] = pathOf(callOf(name), params).split('?')
  const search = new URLSearchParams([...new URLSearchParams(when), ...Object.entries(query ?? {})])
  const headers = { [REQUEST_TYPE_HEADER]: REQUEST_TYPE, cookie: anna.cookie }
  return (await rawRequest(server.app, `http://localhost${path}?${search.toString()}`, { headers })).status
}

/** The smaller of two counts: the process also counts what others read in it meanwhile, such as the end of another file. */
const pagesReadBy = async (question: Question): Promise<number> => {
  await ask(question)
  const counts: number[] = []
  for (let time = 0; time < 2; time += 1) {
    const before = readBytes()
    await ask(question)
    counts.push(Math.round((readBytes() - before) / 2_048))
  }
  return Math.min(...counts)
}

const search = (query: Record<string, string>): Question => ({ name: 'members.search', parts: { query } })

/** Filters that match few members or none, everywhere and in a large region, on the first and on the last page. */
const SEARCHES = ['1', String(SEARCH_PAGES_BY_NUMBER_MAX), String(SEARCH_PAGES_BY_NUMBER_MAX + 1), '1000'].flatMap(
  (page) =>
    [
      {},
      { min_age: '90', max_age: '99' },
      { min_age: '60', max_age: '99', gender: 'female' },
      { min_age: '18', max_age: '25', country: 'IT' },
      { min_age: '90', max_age: '99', country: 'IT', countryregion: 'IT-25' },
      { min_age: '44', max_age: '44', country: 'IT' },
      { min_age: '44', max_age: '44', country: 'IT', countryregion: 'IT-25' },
      // Nobody has a photo or is online.
      { photo: '1' },
      { photo: '1', min_age: '90', max_age: '99' },
      { online: '1', country: 'IT' },
      { distance: 'same' },
      { distance: '100', min_age: '90', max_age: '99' },
      { distance: '100', photo: '1', gender: 'female' },
    ].map((filter) => search({ ...filter, page })),
)

const COUNTS = [{ photo: '1' }, { distance: '100' }, { distance: '100', photo: '1' }].map((query): Question => ({
  name: 'members.count',
  parts: { query },
}))

describe.skipIf(!existsSync(IO))('the cost of a call', () => {
  test('[FIND-1] does not grow with the number of members, whatever the filters', async () => {
    const reads = Object.keys(calls)
      .filter(isServerCall)
      .filter((name) => callOf(name).method === 'GET' && !['logout', 'events'].includes(name))
      .map((name) => ({ name, parts: samples[name] ?? {} }))
    const questions = [...SEARCHES, ...COUNTS, ...reads]
    growTo(FEW)
    const few: number[] = []
    for (const question of questions) few.push(await pagesReadBy(question))
    growTo(MANY)
    for (const [index, question] of questions.entries()) {
      const pages = await pagesReadBy(question)
      const what = `${question.name} ${JSON.stringify(question.parts.query ?? {})}`
      expect(pages, `${what}: pages among ${MANY}`).toBeLessThan(PAGES_MAX)
      const spare = SPARE_PAGES + (PEOPLE_MAX[question.name] ?? 0) + narrowPages(question.parts)
      expect(pages, `${what}: growth from ${few[index]}`).toBeLessThan((few[index] ?? 0) * GROWTH_MAX + spare)
    }
  }, 600_000)
})
