import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/limits.ts'
import { sanctionMember } from '../areas/safety/desk.ts'
import type { TestMember } from '../testing/members.ts'
import { runJobs } from '../testing/post-office.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { armRecurring } from './recurring.ts'

let server: TestServer
let anna: TestMember
let bert: TestMember
/** The trusted time while the clock is wrong; null while the clock is right. */
let trusted: number | null = null
beforeEach(async () => {
  trusted = null
  server = await createTestServer()
  server.deps.safeNow = () => trusted ?? server.clock.now()
  anna = await server.signUp('Anna')
  bert = await server.signUp('Bert', { gender: 'male' })
})
afterEach(() => server.close())

const suspend = (days: number) =>
  sanctionMember(server.deps, bert.id, {
    kind: 'suspended',
    reason: 'scam',
    note: '',
    until: server.clock.now() + days * DAY_MS,
  })
const isFound = async (): Promise<boolean> =>
  (await server.as(anna)('members.search', { query: { gender: 'male' } })).body.results.length === 1

test('[DESK-7] a suspension ends at its end, and the member is found again', async () => {
  await suspend(7)
  await runJobs(server)
  expect(await isFound()).toBe(false)
  server.clock.advance(7 * DAY_MS)
  await runJobs(server)
  expect(await isFound()).toBe(true)
  expect(server.sql(`select id from jobs where kind = 'sanction.end'`)).toEqual([])
})

test('[OPS-14] a clock that jumps past the end of a suspension and back lifts it from nothing, and the end still comes', async () => {
  await suspend(7)
  const right = server.clock.now()
  // The next end counts, not the last one.
  const until = right + 60 * DAY_MS
  await sanctionMember(server.deps, bert.id, { kind: 'muted', reason: 'spam', note: '', until })
  trusted = right
  server.clock.set(right + 40 * DAY_MS)
  await runJobs(server)
  trusted = null
  server.clock.set(right)
  await server.deps.write((tx) => armRecurring(tx, right))
  await runJobs(server)
  expect(await isFound()).toBe(false)
  server.clock.set(right + 7 * DAY_MS - 1)
  await runJobs(server)
  expect(await isFound()).toBe(false)
  server.clock.advance(1)
  await runJobs(server)
  expect(await isFound()).toBe(true)
})

test('[OPS-14] a decision made while the clock is ahead does not end another sanction', async () => {
  await suspend(7)
  const right = server.clock.now()
  trusted = right
  server.clock.set(right + 40 * DAY_MS)
  await sanctionMember(server.deps, bert.id, { kind: 'muted', reason: 'spam', note: '', until: null })
  trusted = null
  server.clock.set(right)
  await server.deps.write((tx) => armRecurring(tx, right))
  await runJobs(server)
  expect(await isFound()).toBe(false)
  const { error } = await server.as(bert)('chats.get')
  expect(error?.error).toBe('account_suspended')
  server.clock.set(right + 7 * DAY_MS)
  await runJobs(server)
  expect(await isFound()).toBe(true)
  expect(server.sql(`select id from jobs where kind = 'sanction.end'`)).toEqual([])
})

test('[DESK-7] two suspensions end one after the other', async () => {
  await suspend(3)
  await suspend(9)
  server.clock.advance(3 * DAY_MS)
  await runJobs(server)
  expect(await isFound()).toBe(false)
  server.clock.advance(6 * DAY_MS)
  await runJobs(server)
  expect(await isFound()).toBe(true)
})
