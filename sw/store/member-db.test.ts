import 'fake-indexeddb/auto'
import { openDB, type IDBPDatabase } from 'idb'
import * as v from 'valibot'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type CallAnswer, callOf, type CallName } from '#contract/calls.ts'
import { Profile } from '#contract/entities/profile.ts'
import { User } from '#contract/entities/user.ts'
import { FakeBrowser, type Worker } from '../testing/browser.ts'
import { FakeServer } from '../testing/fake-server.ts'
import { firstVersion, install } from '../testing/first-version.ts'
import { goOnline, memberWorld, stateOf, textTo } from '../testing/world.ts'
import { FORM } from './me.ts'
import { databaseOpener, type DatabaseOpener } from './opener.ts'
import { memberDb, MIGRATIONS, type Me, type MemberSchema, type ProfileRow, type MemberDb } from './member-db.ts'
import { readOutbox, type OutboxRow } from './outbox-rows.ts'

const deps = { startTimer: () => () => {} }

/** A database with all shortcuts of the library, including those the worker does not use. */
const dbOf = async (opened: DatabaseOpener<MemberSchema>): Promise<IDBPDatabase<MemberSchema>> =>
  (await opened.get()) as IDBPDatabase<MemberSchema>

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const row = (id: number): Omit<OutboxRow, 'order'> => ({
  id: `01890000-0000-7000-8000-00000000000${id}`,
  lane: 'like:2',
  state: 'queued',
  written_at: 5,
  attempts: 1,
  refusals: 0,
  retry_at: 0,
  by_server: false,
  failure: null,
  write: { kind: 'likes.put', profile: 2 },
})

test('[PWA-2] the outbox survives every migration, from the first version on', async () => {
  for (let from = 1; from < MIGRATIONS.length; from += 1) {
    globalThis.indexedDB = new IDBFactory()
    const old = databaseOpener(memberDb(1, from), deps)
    const before = await dbOf(old)
    for (const id of [1, 2, 3]) await before.add('outbox', row(id))
    await before.put('meta', { ...ME, seq: 7 }, 'me')
    await old.close()

    const now = await dbOf(databaseOpener(memberDb(1), deps))
    expect(now.version).toBe(MIGRATIONS.length)
    const outbox = await readOutbox(now.transaction(['outbox'] as never[]) as never)
    expect(outbox).toEqual([1, 2, 3].map((id) => Object.assign(row(id), { order: id })))
    expect(await now.get('meta', 'me')).toMatchObject({ seq: 7 })
    expect(await now.add('outbox', row(4))).toBe(4)
    now.close()
  }
})

test('[PWA-10] an older worker closes the database when a newer one wants to upgrade it', async () => {
  const old = databaseOpener(memberDb(1, 1), deps)
  await old.get()
  const now = await dbOf(databaseOpener(memberDb(1), deps))
  expect(now.version).toBe(MIGRATIONS.length)
  expect((await dbOf(old)).version, 'the older one can use the newer form').toBe(MIGRATIONS.length)
})

test('[PWA-2] after a rollback of the site, an older worker sends what waits in a database of a newer version', async () => {
  const world = await memberWorld()
  world.browser.network = 'down'
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'written before the rollback'))
  await world.worker.kill()
  const newer = await openDB('member-1', MIGRATIONS.length + 1, {
    upgrade: (db) => void db.createObjectStore('of the future'),
  })
  newer.close()
  world.worker = world.browser.start()
  expect(await stateOf(world)).toMatchObject({ waiting: 1 })
  await goOnline(world)
  expect(world.server.textsOf('1-2', 1)).toEqual(['written before the rollback'])
})

test('a database that is deleted while an older worker opens it is not created without its stores', async () => {
  const newer = await openDB('member-1', MIGRATIONS.length + 1)
  newer.close()
  const open = indexedDB.open.bind(indexedDB)
  const opening = vi.spyOn(indexedDB, 'open')
  opening.mockImplementation((name, version) => {
    if (version === undefined) void indexedDB.deleteDatabase(name)
    return open(name, version)
  })
  await expect(databaseOpener(memberDb(1), deps).get()).rejects.toBeDefined()
  opening.mockRestore()
  expect((await dbOf(databaseOpener(memberDb(1), deps))).objectStoreNames).toContain('outbox')
})

test('[PWA-11] a deletion of the database is not blocked, and the next use opens a new one', async () => {
  const opened = databaseOpener(memberDb(1), deps)
  await (await dbOf(opened)).put('meta', ME, 'me')
  await new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase('member-1')
    deleting.addEventListener('success', resolve)
    deleting.addEventListener('error', reject)
  })
  expect(await (await dbOf(opened)).get('meta', 'me')).toBe(undefined)
})

test('[PWA-1] a connection that never closes does not block a request forever', async () => {
  const stubborn = await openDB<MemberSchema>('member-1', 1, { upgrade: memberDb(1, 1).upgrade })
  const opening = databaseOpener(memberDb(1), {
    startTimer: (task) => {
      queueMicrotask(task)
      return () => {}
    },
  }).get()
  await expect(opening).rejects.toThrow('member-1')
  stubborn.close()
})

test('[PWA-1] while the browser does not open the database requests fail at once after a timeout, and use it once it is open', async () => {
  const first = await openDB<MemberSchema>('member-1', 1, { upgrade: memberDb(1, 1).upgrade })
  const timers: (() => void)[] = []
  const opened = databaseOpener(memberDb(1), {
    startTimer: (task) => {
      timers.push(task)
      return () => {}
    },
  })
  const waiting = opened.get()
  for (const timeOut of timers) queueMicrotask(timeOut)
  await expect(waiting).rejects.toThrow('member-1')
  await expect(opened.get()).rejects.toThrow('member-1')
  first.close()
  await expect.poll(() => opened.get().catch(() => null)).not.toBe(null)
  await opened.close()
})

test('[PWA-2] a row of an unknown form stays in the store', async () => {
  const db = await dbOf(databaseOpener(memberDb(1), deps))
  await db.add('outbox', { ...row(1), write: { kind: 'songs.sing' } })
  await db.add('outbox', row(2))
  expect(await readOutbox(db.transaction(['outbox'] as never[]) as never)).toHaveLength(1)
  expect(await db.count('outbox')).toBe(2)
})

test('[PWA-2] [PWA-3] a message that only an older version would have queued is sent, and shows that the server refuses it', async () => {
  const world = await memberWorld()
  world.browser.network = 'down'
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'hello'))
  await world.worker.settled()
  const session = await world.worker.device.sessions.current()
  await session.write(['outbox'], async (tx) => {
    const [older] = (await tx.objectStore('outbox').getAll()) as OutboxRow[]
    // Until 27 November a message could consist of zero-width spaces alone.
    if (older?.write.kind === 'messages.send' && older.write.body.type === 'text') older.write.body.text = '\u200b'
    await tx.objectStore('outbox').put(older)
  })
  const shown = async () =>
    ((await world.worker.call('GET', '/api/chats/1-2/messages')).json as CallAnswer<'messages.list'>).waiting
  expect(await shown()).toMatchObject([{ text: '\u200b', state: 'queued' }])
  const failure = { error: 'invalid_input', fields: { text: 'required' } } as const
  world.server.broken.set('messages.send', { status: 400, body: failure })
  await goOnline(world)
  expect(await shown()).toMatchObject([{ text: '\u200b', state: 'failed', failure }])
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [{ kind: 'messages.send', failure }] })
})

const ME = {
  user: null,
  counts: { unread_messages: 0, new_likes: 0 },
  seq: 0,
  push_seq: 0,
  synced_at: 0,
  filled: false,
}

test('[PWA-1] rows of the first version are shown with defaults, and fetched again online', async () => {
  const { server, browser, worker } = await memberWorld()
  await worker.call('GET', '/api/members/4')
  await worker.settled()
  const session = await worker.device.sessions.current()
  await session.write(['meta', 'profiles'], async (tx) => {
    const me = await tx.objectStore('meta').get('me')
    const { settings: _, photo_limit: _limit, ...user } = me?.user ?? ({} as User)
    const { form: _form, ...older } = { ...me, user }
    await tx.objectStore('meta').put(older as Me, 'me')
    const row = await tx.objectStore('profiles').get(4)
    const { sexuality: _sexuality, photo_count: _count, distance: _distance, ...full } = row?.full ?? ({} as Profile)
    await tx.objectStore('profiles').put({ ...row, full } as ProfileRow)
  })
  browser.network = 'down'
  const { user } = (await worker.call('GET', '/api/user')).json as CallAnswer<'user.get'>
  expect(v.is(User, user)).toBe(true)
  const { profile } = (await worker.call('GET', '/api/members/4')).json as CallAnswer<'members.get'>
  expect(v.is(Profile, profile)).toBe(true)
  browser.network = 'up'
  server.own.change(1, { photo_limit: 9 })
  server.log.length = 0
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(server.log).toContain('GET /api/user')
  expect((await worker.call('GET', '/api/user')).json).toMatchObject({ user: { photo_limit: 9 } })
})

test('[PWA-1] the settings of an older row get the preferences that are newer', async () => {
  const { browser, worker } = await memberWorld()
  const session = await worker.device.sessions.current()
  await session.write(['meta'], async (tx) => {
    const me = (await tx.objectStore('meta').get('me')) as Me
    const settings = structuredClone(me.user?.settings)
    Reflect.deleteProperty(settings?.notifications ?? {}, 'news')
    await tx.objectStore('meta').put({ ...me, user: { ...me.user, settings } } as Me, 'me')
  })
  browser.network = 'down'
  const { user } = (await worker.call('GET', '/api/user')).json as CallAnswer<'user.get'>
  expect(user?.settings.notifications.news).toEqual({ mail: false, push: false })
})

test('[PWA-1] rows without a new field of User have an older form', () => {
  // For a new field, raise FORM and let `complete` in `me.ts` fill the field in; then write both down here.
  expect([FORM, ...Object.keys(User.entries)].join(' ')).toBe(
    '6 id status email bounced_address credits free_credits_before credits_waiting conversations_left paid_user signup_date language ' +
      'fictional_icon notifications_disabled profile settings age_due sanctioned sanctioned_until photo_limit',
  )
})

test('[PWA-1] a database that could not be opened is opened at the next use, and only once', async () => {
  let uses = 0
  const opened = databaseOpener(memberDb(1), deps, async () => {
    uses += 1
    if (uses === 1) throw new Error('blocked')
  })
  await expect(opened.get()).rejects.toThrow('blocked')
  const db = await opened.get()
  expect(await opened.get()).toBe(db)
  expect(uses).toBe(2)
  await opened.close()
})

/**
 * A device that returns after a year, ten versions of its database later: all data are readable, and queued writes are
 * sent.
 */
const VERSIONS = 11

/** Future migrations: each adds a store, as all migrations so far. */
const toCome = MIGRATIONS as ((db: MemberDb) => void)[]
const soFar = MIGRATIONS.length

const age = (): void => {
  for (let version = soFar + 1; version <= VERSIONS; version += 1)
    // The types know the stores of this version alone.
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
