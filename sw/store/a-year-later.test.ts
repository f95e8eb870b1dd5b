/**
 * A device that returns after a year, ten versions of its database later: all data are readable, and queued writes are
 * sent.
 */
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { callOf, type CallName } from '#contract/calls.ts'
import { FakeBrowser, type Worker } from '../testing/browser.ts'
import { FakeServer } from '../testing/fake-server.ts'
import { firstVersion, install } from '../testing/first-version.ts'
import { MIGRATIONS, type MemberDb } from './member-db.ts'
import { readOutbox } from './outbox-rows.ts'

const VERSIONS = 11

/** Future migrations: each adds a store, as all migrations so far. */
const toCome = MIGRATIONS as ((db: MemberDb) => void)[]
const soFar = MIGRATIONS.length

const age = (): void => {
  for (let version = soFar + 1; version <= VERSIONS; version += 1)
    toCome.push((db) => void (db as unknown as IDBDatabase).createObjectStore(`of-version-${version}`))
}

afterEach(() => {
  toCome.length = soFar
})

const anOldDevice = async () => {
  const server = new FakeServer()
  for (const id of [1, 2, 3]) server.addMember(id)
  server.say(2, 1, 'a year ago')
  const browser = new FakeBrowser(server)
  browser.jar.member = 1
  const ids = [browser.newId(), browser.newId(), browser.newId()] as const
  await install(
    firstVersion({ member: 1, partner: 2, conversation: '1-2', at: browser.clock, ids, email: 'carlo@example.test' }),
  )
  return { server, browser, ids }
}

/** The answer that a page gets, checked against the current schema. */
const read = async (worker: Worker, name: CallName, path: string): Promise<unknown> => {
  const { status, json } = await worker.call('GET', path)
  expect({ path, status }).toEqual({ path, status: 200 })
  const schema = callOf(name).response
  if (typeof schema !== 'object') throw new Error(`${name} has no schema`)
  expect({ path, issues: v.safeParse(schema, json).issues }).toEqual({ path })
  return json
}

test('[PWA-2][PWA-1] rows of the first version are readable ten versions later, offline, and queued writes are in order', async () => {
  const { browser, ids } = await anOldDevice()
  age()
  browser.network = 'down'
  const worker = browser.start()
  expect(await read(worker, 'user.get', '/api/user')).toMatchObject({ user: { id: 1, profile: { name: 'Carlo' } } })
  expect(await read(worker, 'chats.get', '/api/chats')).toMatchObject({ chats: [{ waiting: { client_id: ids[1] } }] })
  expect(await read(worker, 'messages.list', '/api/chats/1-2/messages')).toMatchObject({
    messages: [{ text: 'a year ago' }],
    waiting: [{ text: 'written a year ago' }, { text: 'and one more' }],
  })
  expect(await read(worker, 'members.get', '/api/members/2')).toMatchObject({
    profile: { liked: true, likes_me: true },
  })
  expect(await read(worker, 'likes.get', '/api/likes')).toMatchObject({ matches: [{ id: 2, waiting: true }] })
  expect(await read(worker, 'device.state', '/api/device')).toMatchObject({ waiting: 3, failed: [] })
  const session = await worker.device.sessions.current()
  expect((await session.read(['outbox'], readOutbox)).map(({ id }) => id)).toEqual([...ids])
  const held = await indexedDB.databases()
  expect(held).toContainEqual({ name: 'member-1', version: VERSIONS })
})

test('[PWA-2][CHAT-5] old queued writes arrive once, in order, though their first answers were lost', async () => {
  const { server, browser } = await anOldDevice()
  age()
  // One of the writes had arrived a year ago, without this device knowing.
  browser.fault = (request) => (request.url.endsWith('/api/messages') ? 'twice' : null)
  const worker = browser.start()
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(server.textsOf('1-2', 1)).toEqual(['written a year ago', 'and one more'])
  expect([...server.likes.keys()]).toContain('1-2')
  const session = await worker.device.sessions.current()
  expect(await session.read(['outbox'], readOutbox)).toEqual([])
  // New writes are sent after the old ones: the store's counter continues.
  browser.network = 'down'
  await worker.call('PUT', '/api/likes/3')
  expect((await session.read(['outbox'], readOutbox)).map(({ order }) => order)).toEqual([4])
})
