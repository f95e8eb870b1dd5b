import { rmSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyOfBase, USER_ROW } from '../testing/base-database.ts'
import { openDatabases, type Databases } from './database.ts'
import { users } from './schema/account.ts'
import { writeGroup } from './write-group.ts'

let dir: string
let databases: Databases
beforeEach(() => {
  const base = copyOfBase()
  dir = base.dir
  databases = openDatabases(base.file)
})
afterEach(() => {
  databases.close()
  rmSync(dir, { recursive: true, force: true })
})

const read = async (): Promise<number> => (await databases.writer.select({ id: users.id }).from(users).all()).length
const isInTransaction = (): boolean => databases.writer.$client.inTransaction
/** As another connection sees it. */
const committed = async (): Promise<number> => (await databases.reader.select().from(users).all()).length

test('the reads of a turn share a transaction, which ends with the turn', async () => {
  expect(await read()).toBe(0)
  expect(await read()).toBe(0)
  expect(isInTransaction()).toBe(true)
  await setImmediate()
  expect(isInTransaction()).toBe(false)
  expect(await read()).toBe(0)
  expect(isInTransaction()).toBe(true)
})

test('a write after a read is committed at once', async () => {
  await read()
  await databases.writer.insert(users).values(USER_ROW).run()
  expect(isInTransaction()).toBe(false)
  expect(await committed()).toBe(1)
})

test('a read that writes, as an insert that returns its row, is committed at once', async () => {
  await read()
  await databases.writer.insert(users).values(USER_ROW).returning({ id: users.id }).all()
  expect(isInTransaction()).toBe(false)
  expect(await committed()).toBe(1)
})

test('a group of writes that begins while reads share a transaction commits in its own', async () => {
  const { write } = writeGroup(databases.writer, () => databases.writer)
  const written = write(async (tx) => {
    await tx.insert(users).values(USER_ROW).run()
    return read()
  })
  // Its transaction would end after the beginning of the group.
  expect(await read()).toBe(0)
  expect(await written).toBe(1)
  expect(isInTransaction()).toBe(false)
  expect(await committed()).toBe(1)
})

test('a connection may be closed in the turn of a read', async () => {
  await read()
  databases.close()
  await setImmediate()
  expect(databases.writer.$client.open).toBe(false)
})
