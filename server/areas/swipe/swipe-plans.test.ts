/** Every swipe counts the day's likes, and every pop-up reads new likes. Neither query may read all likes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { unshownWalk } from '../likes/queries.ts'
import { likesSinceWalk } from './queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

test("[LIKE-5] the day's likes are counted in an index that contains only likes", () => {
  expect(server.planOf(likesSinceWalk(server.db))).toEqual([
    'SEARCH swipes USING COVERING INDEX swipes_likes (member=? AND at>?)',
  ])
})

test('[LIKE-6] a like that no pop-up has shown is found in the index of new likes', () => {
  const plan = server.planOf(unshownWalk(server.db))
  expect(plan.slice(0, 2)).toEqual(['CO-ROUTINE newest', 'SEARCH likes USING COVERING INDEX likes_new (liked=?)'])
  expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual(['SCAN newest'])
  expect(plan.some((step) => step.startsWith('SEARCH attempts USING') && step.endsWith('(key=?)'))).toBe(true)
})
