import { afterEach, expect, test } from 'vitest'
import { createTestServer, type TestServer } from './test-server.ts'

let server: TestServer
afterEach(() => server.close())

test('each test has a database, a clock and members of its own', async () => {
  server = await createTestServer()
  const anna = await server.signUp('Anna', { credits: 7 })
  expect(server.sql('select name, searchable from profiles')).toEqual([{ name: 'Anna', searchable: 1 }])
  expect(server.sql('select credits from users where id = ?', anna.id)).toEqual([{ credits: 7 }])
  const before = server.deps.now()
  server.clock.advance(1_000)
  expect(server.deps.now()).toBe(before + 1_000)
  expect(await server.deps.read.account.sessionByHash(anna.sessionHash, server.deps.now())).toMatchObject({
    id: anna.id,
    status: 'active',
  })
})

test('activity is written once a minute for each member', async () => {
  server = await createTestServer()
  const anna = await server.signUp('Anna')
  const seenAt = () => server.sql('select last_active from profiles where id = ?', anna.id)[0]?.['last_active']
  const start = server.deps.now()
  server.clock.advance(30_000)
  server.deps.seen(anna.id)
  await server.deps.settled()
  expect(seenAt()).toBe(start + 30_000)
  server.clock.advance(10_000)
  server.deps.seen(anna.id)
  await server.deps.settled()
  expect(seenAt()).toBe(start + 30_000)
  server.clock.advance(30_000)
  server.deps.seen(anna.id)
  await server.deps.settled()
  expect(seenAt()).toBe(start + 70_000)
})
