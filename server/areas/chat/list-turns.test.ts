/** Counts the turns of the event loop in which long lists are read that many devices ask for at the same time. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let ada: TestMember
beforeEach(async () => {
  server = await createTestServer()
  ada = await server.signUp('Ada')
  const bert = await server.signUp('Bert')
  await server.sendText(bert, ada, 'Hello', '0195c000-0000-7000-8000-000000000001')
  await server.as(bert)('likes.put', { params: { profile: String(ada.id) } })
  const carl = await server.signUp('Carl')
  await server.as(ada)('blocks.put', { params: { profile: String(carl.id) } })
})
afterEach(() => server.close())

const DEVICES = 8

test.each([
  // The ids, the conversations, the cards and the counts.
  ['chats.get', 4],
  // Received, sent, new, states and cards.
  ['likes.get', 5],
  // The cards of a page.
  ['blocks.list', 1],
] as const)('%s reads each part of each answer in a turn of its own', async (name, parts) => {
  const loop = { turns: 0, isOver: false }
  const count = async () => {
    while (!loop.isOver) {
      await nextTurn()
      loop.turns += 1
    }
  }
  const counted = count()
  const answers = await Promise.all(Array.from({ length: DEVICES }, () => server.as(ada)(name)))
  loop.isOver = true
  await counted
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(loop.turns).toBeGreaterThanOrEqual(DEVICES * parts)
})
