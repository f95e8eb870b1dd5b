/** The cost of the round's queries depends on the member's own rows, not on everyone's. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { memberWalk, newLikesWalk, roundWalk, unreadWalk } from './round-queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const scans = (plan: string[]) => plan.filter((step) => step.startsWith('SCAN'))

test('members are read page by page, by their ids', () => {
  const plan = server.planOf(memberWalk(server.db))
  expect(plan[0]).toMatch(/^SEARCH users USING INTEGER PRIMARY KEY \(rowid>\?\)/)
  expect(plan.join('\n')).not.toContain('TEMP B-TREE')
  expect(scans(plan)).toEqual([])
})

test('the members who need something are found in a range of ids, each by an index of their own rows', () => {
  const plan = server.planOf(roundWalk(server.db))
  expect(plan[0]).toMatch(/^SEARCH users USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/)
  expect(plan.some((step) => step.startsWith('SEARCH likes USING COVERING INDEX likes_new (liked=? AND at>?)'))).toBe(
    true,
  )
  expect(plan.join('\n')).not.toContain('TEMP B-TREE')
  expect(scans(plan)).toEqual([])
})

test("unread messages are found in the member's own conversations, after the read mark", () => {
  const plan = server.planOf(unreadWalk(server.db))
  expect(plan.some((step) => step.startsWith('SEARCH p USING PRIMARY KEY (member=?)'))).toBe(true)
  expect(
    plan.some((step) => step.startsWith('SEARCH m USING INDEX messages_conversation (conversation=? AND id>?)')),
  ).toBe(true)
  expect(scans(plan)).toEqual([])
})

test("new likes are found among the member's own likes", () => {
  const plan = server.planOf(newLikesWalk(server.db))
  expect(plan.some((step) => /^SEARCH l USING COVERING INDEX likes_(new|received) \(liked=\?/.test(step))).toBe(true)
  expect(scans(plan)).toEqual([])
})
