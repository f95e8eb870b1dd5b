import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const at = 1_700_000_000_000
const addUser = (email: string) =>
  ({ email, passwordHash: '', status: 'active', language: 'en', signupAt: at }) as const

describe('[OPS-8] in tests each write body runs twice', () => {
  test('its rows are written once, under the ids of the first run, and its effects follow once', async () => {
    const kinds: string[] = []
    const { id } = await server.signUp('Anna')
    const stop = server.deps.bus.openDesk(
      (hint) => kinds.push(hint),
      () => undefined,
    )
    let runs = 0
    const user = await server.deps.write((tx) => {
      runs += 1
      tx.deskChanged('queue')
      return tx.account.addUser(addUser('bert@example.test'))
    })
    stop()
    expect(runs).toBe(2)
    expect(user).toBe(id + 1)
    expect(server.sql('select count(*) as n from users')).toEqual([{ n: 2 }])
    expect(kinds).toEqual(['queue'])
  })

  test('a body that counts outside of the database fails and leaves nothing behind', async () => {
    let count = 0
    const write = server.deps.write(async (tx) => {
      await tx.account.addUser(addUser('bert@example.test'))
      return (count += 1)
    })
    await expect(write).rejects.toThrow('it answers 1, then 2')
    expect(server.sql('select count(*) as n from users')).toEqual([{ n: 0 }])
  })

  test('a body that writes only once, or announces only once, fails', async () => {
    let isDone = false
    const writes = server.deps.write(async (tx) => {
      if (!isDone) await tx.account.addUser(addUser('bert@example.test'))
      isDone = true
    })
    await expect(writes).rejects.toThrow('it does {"rows":1,"effects":0}, then {"rows":0,"effects":0}')
    const taken = ['queue'] as const
    const queue = [...taken]
    const announces = server.deps.write((tx) => queue.splice(0).forEach((hint) => tx.deskChanged(hint)))
    await expect(announces).rejects.toThrow('it does {"rows":0,"effects":1}, then {"rows":0,"effects":0}')
  })

  test('a body that logs, publishes or touches a file fails', async () => {
    const { write, log, bus, photos } = server.deps
    await expect(write(() => log.info('text'))).rejects.toThrow('it uses log.info')
    await expect(write(() => bus.publishToDesk('queue'))).rejects.toThrow('it uses bus.publishToDesk')
    await expect(write(() => photos.remove('key'))).rejects.toThrow('it uses photos.remove')
  })

  test('a body that throws is a failed write, as it is without the second run', async () => {
    const write = server.deps.write(async (tx) => {
      await tx.account.addUser(addUser('bert@example.test'))
      throw new Error('refused')
    })
    await expect(write).rejects.toThrow('refused')
    expect(server.sql('select count(*) as n from users')).toEqual([{ n: 0 }])
  })
})
