import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

test('[PAY-1] exactly one of forty clients that spend the last credit in parallel succeeds', async () => {
  const [anna, bert] = [await server.signUp('Anna', { credits: 1 }), await server.signUp('Bert')]
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => {
      const body = { client_id: server.deps.newId(), profile: bert.id, type: 'text', text: 'Hello' } as const
      return server.as(anna)('messages.send', { body })
    }),
  )
  expect(answers.filter(({ status }) => status === 201).map(({ body }) => body.credits)).toEqual([0])
  const refused = answers.filter(({ status }) => status === 402)
  expect(refused).toHaveLength(39)
  expect(refused.every(({ error }) => error?.error === 'not_enough_credits' && error.credits === 0)).toBe(true)
  expect(server.sql('select count(*) as n from messages')).toEqual([{ n: 1 }])
  expect(server.sql('select amount, balance from ledger where user_id = ? order by id', anna.id)).toEqual([
    { amount: 1, balance: 1 },
    { amount: -1, balance: 0 },
  ])
})
