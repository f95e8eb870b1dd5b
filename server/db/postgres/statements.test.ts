import { Client } from 'pg'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { EVERYONE } from '#contract/desk/announcement-form.ts'
import { urlOf } from '../../testing/postgres.ts'
import { openEngineForTest, type TestEngine } from '../../testing/test-engine.ts'
import { narrowWalk } from '../../areas/find/walks.ts'
import { FROM_THE_TOP } from '../../areas/find/search-queries.ts'
import { queriesOn } from '../queries.ts'
import { isLookup } from '../prepared.ts'
import { databaseOn, PostgresSession } from './database.ts'
import { bringUpToDate } from './migrate.ts'
import { forEachItem } from './together.ts'

let opened: TestEngine
let client: Client

beforeAll(async () => {
  opened = await openEngineForTest()
  client = new Client({ connectionString: urlOf(opened) })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await opened.close()
})

/** The texts of all statements that the areas prepare. */
const statements = (): string[] => {
  const prepare = vi.spyOn(PostgresSession.prototype, 'prepareQuery')
  for (const area of Object.values(queriesOn(databaseOn(client)))) expect(area).toBeTypeOf('object')
  return [...new Set(prepare.mock.calls.map(([query]) => query.sql))]
}

test('[OPS-8] PostgreSQL accepts every prepared statement of every area', async () => {
  const refused: string[] = []
  const texts = statements()
  expect(texts.length).toBeGreaterThan(150)
  for (const [index, text] of texts.entries())
    await client.query(`prepare statement_${index} as ${text}`).catch((error: unknown) => {
      refused.push(`${String(error)}: ${text}`)
    })
  expect(refused).toEqual([])
})

test('[OPS-8] PostgreSQL accepts every lookup for many requests at once, with the types of its values', async () => {
  const lookups = statements().filter(isLookup)
  expect(lookups.length).toBeGreaterThan(5)
  for (const [index, text] of lookups.entries()) {
    await client.query(`prepare lookup_${index} as ${text}`)
    const { rows } = await client.query<{ types: string[] }>(
      'select parameter_types::text[] as types from pg_prepared_statements where name = $1',
      [`lookup_${index}`],
    )
    const types = v.parse(v.array(v.picklist(['bigint', 'text'])), rows[0]?.types)
    await client.query(`prepare lookups_${index} as ${forEachItem(text, types)}`)
  }
})

/** The plans of the statements with these words while the planner does without some of its ways. */
const plansOf = async (
  words: readonly string[],
  without: readonly string[],
  texts: readonly string[] = statements(),
): Promise<string[]> => {
  const found = texts.filter((text) => words.every((word) => text.includes(word)))
  await client.query('begin; set local plan_cache_mode = force_generic_plan')
  for (const way of without) await client.query(`set local enable_${way} = off`)
  const plans: string[] = []
  for (const text of found) {
    await client.query(`prepare walk as ${text}`)
    const count = Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
    const nulls = Array<string>(count).fill('null').join()
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) execute walk(${nulls})`)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    await client.query('deallocate walk')
  }
  await client.query('rollback')
  return plans
}

/** The plans of the walks by activity. */
const plansOfWalks = async (...without: string[]): Promise<string[]> => {
  const plans = await plansOf(['union all', 'birth_date'], without)
  expect(plans).toHaveLength(3)
  return plans
}

test('[LIKE-2] the states of some likes are read by their keys, however many likes the member has', async () => {
  // Without rows and statistics the planner guesses, and it guesses otherwise once autovacuum has come by.
  await client.query(
    `insert into likes (liker, liked, at) select 1 + i % 100, 101 + i / 100, i from generate_series(0, 9999) i`,
  )
  await client.query('analyze likes')
  const plans = await plansOf(['"seen" from "likes"', 'json_each'], ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'])
  expect(plans).toHaveLength(1)
  expect(plans[0]).toMatch(/^Append/)
  expect(plans[0]).toMatch(/likes_pkey on likes\n\s+Index Cond: \(\(liker = \$1\) AND \(liked = \(json_each/)
})

test('[OPS-8] a walk over all members begins at its place in both tables, also where PostgreSQL reads them side by side', async () => {
  const { age, notices, transparency } = queriesOn(databaseOn(client))
  const prepare = vi.spyOn(PostgresSession.prototype, 'prepareQuery')
  await age.agePage(1, 1)
  await notices.audiencePage('news', EVERYONE, 1, 1, 1)
  await transparency.activeAfter(1, [1, 1], ['IT'])
  const texts = prepare.mock.calls.map(([query]) => query.sql)
  const plans = await plansOf([], ['seqscan', 'bitmapscan', 'nestloop', 'hashjoin'], texts)
  expect(plans).toHaveLength(3)
  for (const plan of plans) {
    expect(plan).toContain('Merge Join')
    expect(plan.match(/(users|profiles)_pkey on (users|profiles)[^\n]*\n\s+Index Cond: \(id > \$/g)).toHaveLength(2)
  }
})

test('[FIND-1] the walk by activity reads both genders in the order of an index, and sorts nobody', async () => {
  for (const plan of await plansOfWalks('seqscan', 'bitmapscan')) {
    expect(plan).toContain('Merge Append')
    expect(plan).not.toMatch(/\bSort$/m)
  }
})

test('[FIND-2] the walk by activity keeps the order where a join by hash loses it', async () => {
  for (const plan of await plansOfWalks('nestloop', 'mergejoin')) {
    expect(plan).toMatch(/Hash \w*\s?Anti Join/)
    expect(plan).toMatch(/^Limit\n\s+->\s+Sort\n/)
  }
})

test('[OPS-8] a database of this version is not changed again', async () => {
  const query = vi.spyOn(client, 'query')
  await bringUpToDate(client)
  const texts = query.mock.calls.map(([text]) => text)
  expect(texts.filter((text) => /^(alter|drop|create (?!table if not exists schema_parts))/.test(text))).toEqual([])
})

test('[OPS-8] a column that is computed from others is stored only where PostgreSQL cannot compute it when it is read', async () => {
  const { rows } = await client.query(`select current_setting('server_version_num')::int >= 180000 as "isNew",
    attgenerated = 'v' as "isVirtual" from pg_attribute where attrelid = 'users'::regclass and attname = 'shown_status'`)
  expect(rows).toEqual([{ isNew: rows[0]?.isNew, isVirtual: rows[0]?.isNew }])
})

test('[FIND-1] a search asks for all its birth years at once, not one round trip after the other', async () => {
  const walk = { genders: ['female'], country: 'IT', from: '1990-01-01', to: '1999-12-31' } as const
  const page = { viewer: 1, below: FROM_THE_TOP, limit: 24 }
  const open = { now: 0, most: 0 }
  const { find } = queriesOn(
    databaseOn({
      query: async () => {
        open.now += 1
        open.most = Math.max(open.most, open.now)
        await Promise.resolve()
        open.now -= 1
        return { rows: [], rowCount: 0 }
      },
    }),
  )
  await find.walkByYear({ ...walk, ...page })
  expect(open.most).toBe(10)
  open.most = 0
  await narrowWalk({ find }, { ...walk, ...page, photo: true, online: false, since: 0 })
  expect(open.most).toBe(10)
})
