import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { confirmAddress } from './confirm.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const searchable = (id: number) => server.sql('select searchable from profiles where id = ?', id)[0]?.['searchable']

test('[ACC-6] search finds a confirmed member, but not an invisible or restricted one', async () => {
  const [anna, bea, carla] = await Promise.all(
    ['Anna', 'Bea', 'Carla'].map((name) =>
      server.signUp(name, { status: 'not_confirmed', searchable: false, invisible: name === 'Bea' }),
    ),
  )
  server.sql("update users set sanction = 'restricted' where id = ?", carla?.id)
  for (const member of [anna, bea, carla])
    await server.deps.write((tx) => confirmAddress(tx, server.deps, member?.id ?? 0))
  expect([anna, bea, carla].map((member) => searchable(member?.id ?? 0))).toEqual([1, 0, 0])
})
