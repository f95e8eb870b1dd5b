import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let ada: TestMember
beforeEach(async () => {
  server = await createTestServer()
  // Ada is 36 today.
  ada = await server.signUp('Ada', { birthDate: '1990-06-15' })
})
afterEach(() => server.close())

const related = async (to: { id: number }, as?: TestMember) =>
  (as ? server.as(as) : server.visitor)('members.related', { params: { id: String(to.id) } })
const names = async (to: { id: number }, as?: TestMember) =>
  (await related(to, as)).body.results.map(({ name }) => name)

test('[FIND-6] same country and gender, at most four years apart, the most recently active first', async () => {
  await server.signUp('Forty', { birthDate: '1986-06-15', lastActive: 1_000 })
  await server.signUp('Thirty-two', { birthDate: '1993-06-16', lastActive: 3_000 })
  await server.signUp('Forty-one', { birthDate: '1985-06-15' })
  await server.signUp('Thirty-one', { birthDate: '1994-06-16' })
  await server.signUp('A man', { gender: 'male' })
  await server.signUp('In Berlin', { country: 'DE', region: 'DE-BE', city: 'DE-BE/berlin' })
  await server.signUp('In Rome', { region: 'IT-62', city: 'IT-62/roma', lastActive: 2_000 })
  expect(await names(ada)).toEqual(['Thirty-two', 'In Rome', 'Forty'])
})

test('[FIND-6] at most eight, and never widened if there are few', async () => {
  expect(await names(ada)).toEqual([])
  for (let index = 0; index < 12; index += 1) await server.signUp(`Member ${index}`, { lastActive: index })
  expect(await names(ada)).toEqual(Array.from({ length: 8 }, (_, index) => `Member ${11 - index}`))
})

test('[FIND-6] contains neither the profile, nor the viewer, nor anyone whom search hides', async () => {
  const me = await server.signUp('Me')
  const blocked = await server.signUp('Blocked')
  await server.signUp('Invisible', { invisible: true })
  await server.signUp('Unconfirmed', { status: 'not_confirmed' })
  await server.signUp('Visible')
  await server.as(me)('blocks.put', { params: { profile: String(blocked.id) } })
  expect(await names(ada, me)).toEqual(['Visible'])
  expect(await names(me, me)).toEqual(['Visible', 'Ada'])
})

test('[FIND-6] is available only to viewers who see the profile', async () => {
  const me = await server.signUp('Me')
  const hidden = await server.signUp('Hidden', { invisible: true })
  expect((await related(hidden, me)).error).toEqual({ error: 'not_found' })
  expect((await related({ id: 999_999 }, me)).error).toEqual({ error: 'not_found' })
  await server.as(ada)('blocks.put', { params: { profile: String(me.id) } })
  expect((await related(ada, me)).error).toEqual({ error: 'blocked', name: 'Ada' })
})
