/** The yearly transparency report [DESK-15]. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { addTestStaff, deskOn, type DeskCaller } from '../../testing/desk.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { purge } from '../leaving/purge.ts'
import { medianOf } from './transparency.ts'

let server: TestServer
let desk: DeskCaller
let cookie: string
let year: string
beforeEach(async () => {
  server = await createTestServer()
  const orla = await addTestStaff(server.deps, 'Orla', 'owner')
  desk = deskOn(server.app, orla.cookie)
  cookie = orla.cookie
  year = String(new Date(server.clock.now()).getUTCFullYear())
})
afterEach(() => server.close())

const report = async () => (await desk('transparency.get', { params: { year } })).body
const erase = async ({ id }: TestMember) => {
  server.sql(`update users set deleting_since = 1, status = 'deleting' where id = ?`, id)
  for (let times = 0; times < 2; times += 1) await purge(server.deps, id)
}
/** Three members report Victor, which mutes him without a person; the desk bans him, and he appeals. */
const scam = async () => {
  const victor = await server.signUp('Victor')
  for (const name of ['Anna', 'Berta', 'Carla']) {
    const sender = await server.signUp(name)
    await server.as(sender)('reports.send', { body: { profile: victor.id, reason: 'scam', text: 'Asked for money' } })
  }
  server.clock.advance(6 * MINUTE_MS)
  const body = { act: 'ban', reason: 'scam', facts: 'Asked three members.', statement: '' } as const
  await desk('case.decide', { params: { member: String(victor.id) }, body: { ...body, until: null } })
  server.sql(
    `insert into letters (kind, user_id, language, text, decision, at, answered_at, upheld)
      select 'appeal', user_id, 'en', 'No', id, at, at + ?, 0 from decisions where kind = 'banned'`,
    5 * HOUR_MS,
  )
  return victor
}

test('[DESK-15] the report says how many decisions nobody named made, and the median times', async () => {
  await scam()
  const { decisions, decisions_total, decision_median_ms, appeal_median_ms, flags } = await report()
  expect(decisions.map(({ kind, total, automatic }) => [kind, total, automatic])).toEqual([
    ['banned', 1, 0],
    ['muted', 1, 1],
  ])
  expect([decisions_total, decision_median_ms, appeal_median_ms]).toEqual([2, 6 * MINUTE_MS, 5 * HOUR_MS])
  expect(flags).toEqual({ raised: 1, upheld: 1, dismissed: 0 })
})

test('[DESK-15] the report is the same after everybody in it is erased, also an unanswered finding', async () => {
  const victor = await scam()
  const other = await server.signUp('Oskar')
  await server.deps.write((tx) =>
    tx.flags.addFlag({ member: other.id, kind: 'velocity', severity: 'harm', facts: { count: 9 } }, server.clock.now()),
  )
  const before = await report()
  expect(before.flags.raised).toBe(2)
  await erase(victor)
  await erase(other)
  expect(await report()).toEqual(before)
  expect(server.sql('select member, facts from flags')).toEqual([
    { member: 0, facts: '{}' },
    { member: 0, facts: '{}' },
  ])
  expect((await desk('queue.list', { query: { filter: 'flag' } })).body.rows).toEqual([])
})

test('[DESK-15] the file has one line a figure, and its export is in the audit', async () => {
  await scam()
  const answer = await server.app.request(`http://localhost/api/desk/transparency/${year}/csv`, { headers: { cookie } })
  const lines = (await answer.text()).split('\r\n')
  expect(lines[0]).toBe('year,subject,kind,reason,source,figure,value')
  expect(lines).toContain(`${year},decisions,banned,scam,report,total,1`)
  expect(lines).toContain(`${year},report,,scam,,received,3`)
  expect(lines).toContain(`${year},appeals,,,,median hours,5`)
  expect(server.sql(`select after from audit where act = 'report.export'`)).toEqual([
    { after: JSON.stringify({ transparency: Number(year) }) },
  ])
})

test('[DESK-15] active members are people of the last month and half-year, and those of the EU', async () => {
  const ago = (days: number) => server.clock.now() - days * DAY_MS
  await server.signUp('Ida', { country: 'IT', lastActive: ago(2) })
  await server.signUp('Una', { country: 'US', lastActive: ago(2) })
  await server.signUp('Old', { country: 'DE', lastActive: ago(100) })
  await server.signUp('Gone', { country: 'DE', lastActive: ago(300) })
  await server.signUp('Fiction', { country: 'IT', lastActive: ago(2), fictional: true })
  expect((await desk('transparency.members')).body).toEqual({
    at: server.clock.now(),
    month: { all: 2, eu: 1 },
    half_year: { all: 3, eu: 2 },
  })
})

test('[DESK-15] active members are counted in slices of all members, each in a turn of its own', async () => {
  server.sql(`insert into users (id, email, password_hash, status, language, signup_at)
    with recursive n(i) as (select 10001 union all select i + 1 from n where i < 14500)
    select i, i || '@x.test', '', 'active', 'it', 1 from n`)
  server.sql(
    `insert into profiles (id, name, gender, country, region, city, birth_date, birth_year, last_active)
      select id, 'A', 'female', case when id % 2 = 0 then 'IT' else 'US' end, '', '', '1990-01-01', 1990, ? from users where id > 10000`,
    server.clock.now() - 60 * DAY_MS,
  )
  const turns: number[] = []
  let turn = 0
  const count = () => {
    turn += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const { transparency } = server.deps.read
  const original = transparency.activeAfter
  const slice = vi.spyOn(transparency, 'activeAfter').mockImplementation((...asked) => {
    turns.push(turn)
    return original(...asked)
  })
  const { body } = await desk('transparency.members')
  clearImmediate(next)
  slice.mockRestore()
  expect(body).toMatchObject({ month: { all: 0, eu: 0 }, half_year: { all: 4_500, eu: 2_250 } })
  expect(turns.length).toBeGreaterThan(2)
  expect(new Set(turns).size).toBe(turns.length)
})

test('[DESK-15] the median of an even number of values lies between the two in the middle', () => {
  expect([medianOf([]), medianOf([5]), medianOf([1, 9]), medianOf([9, 1, 4])]).toEqual([null, 5, 5, 4])
})
