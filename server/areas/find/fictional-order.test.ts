import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let fiction: TestMember
let real: TestMember
let me: TestMember
beforeEach(async () => {
  server = await createTestServer()
  const now = server.clock.now()
  me = await server.signUp('Me', { gender: 'male' })
  real = await server.signUp('Real', { lastActive: now - 2 * DAY_MS })
  fiction = await server.signUp('Fiction', { fictional: true, lastActive: now - 3 * DAY_MS })
  // The operator uses the fictional profile all day, while nobody else is active.
  for (let minute = 0; minute < 5; minute += 1) {
    await server.as(fiction)('user.get')
    await server.as(fiction)('chats.get')
    await server.deps.seenBatch.flush()
    server.clock.advance(MINUTE_MS)
  }
})
afterEach(() => server.close())

const order = (cards: readonly { name: string }[]) => cards.map(({ name }) => name)

test('[FIND-9] [FIND-2] a fictional profile that is always active does not rise in search', async () => {
  const { results } = (await server.visitor('members.search', { query: { gender: 'female' } })).body
  expect(order(results)).toEqual(['Real', 'Fiction'])
})

test('[FIND-9] a fictional profile that is always active does not rise in the swipe game', async () => {
  expect(order((await server.as(me)('swipe.get', { query: {} })).body.cards)).toEqual(['Real', 'Fiction'])
})

test('[FIND-9] a fictional profile that is always active does not rise in the match finder, and is never proposed as active', async () => {
  const { results } = (await server.as(me)('match_finder.get', { query: {} })).body
  expect(order(results.map(({ profile }) => profile))).toEqual(['Real', 'Fiction'])
  server.sql('update profiles set last_active = ? where id in (?, ?)', server.clock.now(), fiction.id, real.id)
  const again = (await server.as(me)('match_finder.get', { query: {} })).body.results
  expect(order(again.map(({ profile }) => profile))).toEqual(['Real', 'Fiction'])
  const reasons = (name: string) =>
    again.find(({ profile }) => profile.name === name)?.reasons.map(({ kind }) => kind) ?? []
  expect(reasons('Fiction')).not.toContain('active')
})

test('[FIND-9] a fictional profile that is always active does not rise among related profiles', async () => {
  const other = await server.signUp('Other', { lastActive: 1 })
  const { results } = (await server.as(me)('members.related', { params: { id: String(other.id) } })).body
  expect(order(results)).toEqual(['Real', 'Fiction'])
})

test('[FIND-9] no list starts with fiction, even if a fictional profile was active last', async () => {
  const other = await server.signUp('Other', { gender: 'male', lastActive: 1 })
  await server.signUp('Elder', { lastActive: 2 })
  server.sql('update profiles set last_active = ? where id = ?', server.clock.now(), fiction.id)
  const call = server.as(me)
  const { results } = (await call('members.search', { query: { gender: 'female' } })).body
  expect(order(results)).toEqual(['Real', 'Elder', 'Fiction'])
  expect(order((await call('swipe.get', { query: {} })).body.cards).at(-1)).toBe('Fiction')
  const proposals = (await call('match_finder.get', { query: {} })).body.results
  expect(order(proposals.map(({ profile }) => profile)).at(-1)).toBe('Fiction')
  const elder = results.find(({ name }) => name === 'Elder')
  const related = await server.as(other)('members.related', { params: { id: String(elder?.id) } })
  expect(order(related.body.results).at(-1)).toBe('Fiction')
})
