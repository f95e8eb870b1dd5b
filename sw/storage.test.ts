import { beforeEach, expect, test } from 'vitest'
import { photoPath } from './photos/photos.ts'
import { fullDisk, noRoomToDelete } from './testing/full-disk.ts'
import type { CallAnswer } from '#contract/calls.ts'
import type { Tx } from './store/member-db.ts'
import { changeMe, readMe } from './store/me.ts'
import { createStorage, unlessFull } from './storage.ts'
import { FakeCaches } from './testing/fake-caches.ts'
import { goOnline, stateOf, memberWorld, textTo, type World } from './testing/world.ts'

let world: World

beforeEach(async () => {
  world = await memberWorld()
})

const heldPhotos = (): string[] => world.browser.caches.urls('photos-1')

const countOf = async (store: 'profiles' | 'searches' | 'outbox' | 'messages') =>
  (await world.worker.device.sessions.current()).read([store], (tx) => tx.objectStore(store).count())

/** Four photos, the first used longest ago; a search; a conversation. */
const fill = async (): Promise<void> => {
  const { worker, browser } = world
  await worker.call('GET', '/api/members')
  await worker.settled()
  for (const id of ['a', 'b', 'c', 'd']) {
    await browser.pass(100_000)
    await worker.photo(photoPath(id, 'full'))
    await worker.settled()
  }
}

/** Reports a full disk until the condition is true. */
const fullUntil = (isGone: () => boolean): void => void fullDisk(['outbox'], () => !isGone())

test('[PWA-13] older photos are deleted first to make space for a write, and no more than needed', async () => {
  await fill()
  const before = heldPhotos().length
  fullUntil(() => heldPhotos().length < before)
  world.browser.network = 'down'
  expect((await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'hi'))).status).toBe(202)
  expect(heldPhotos()).toContain('/photos/d/full')
  expect(heldPhotos()).not.toContain('/photos/photo-2/thumb')
  expect(await countOf('searches')).toBe(1)
  expect(await stateOf(world)).toMatchObject({ storage: 'ok', waiting: 1 })
})

test('[PWA-13] the older photos make room even if the device has none for a change of their rows', async () => {
  await fill()
  const before = heldPhotos().length
  fullUntil(() => heldPhotos().length <= before / 2)
  noRoomToDelete('photos')
  world.browser.network = 'down'
  expect((await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'hi'))).status).toBe(202)
  expect(heldPhotos()).toContain('/photos/d/full')
  expect(heldPhotos()).not.toContain('/photos/photo-2/thumb')
})

test('[PWA-13] the photos of a visitor make room for a member', async () => {
  await fill()
  const { caches } = world.browser
  await (await caches.open('photos-visitor')).put('/photos/9/card', new Response('photo'))
  fullUntil(() => caches.urls('photos-visitor').length === 0)
  world.browser.network = 'down'
  expect((await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'hi'))).status).toBe(202)
  expect(heldPhotos()).toContain('/photos/d/full')
})

test('[PWA-13] a write that fails for another reason frees no space, and the device does not count as full', async () => {
  await fill()
  const before = heldPhotos()
  const { storage, sessions } = world.worker.device
  const failed = storage.withRoom(await sessions.current(), 'outbox', () =>
    Promise.reject(new DOMException('Damaged', 'DataError')),
  )
  await expect(failed).rejects.toThrow('Damaged')
  expect(heldPhotos()).toEqual(before)
  expect(await stateOf(world)).toMatchObject({ storage: 'ok' })
})

test('[PWA-13] only a lack of space is ignored', async () => {
  expect(await unlessFull(Promise.reject(new DOMException('Full', 'QuotaExceededError')))).toBeUndefined()
  await expect(unlessFull(Promise.reject(new TypeError('reset')))).rejects.toThrow('reset')
})

test('[PWA-13] pages hear once that the device is full, and once that it has room for every kind of write', () => {
  const news: string[] = []
  const storage = createStorage({ news: (kinds) => void news.push(...kinds), caches: () => new FakeCaches() })
  storage.report('outbox', 'ok')
  expect(news).toEqual([])
  storage.report('outbox', 'full')
  storage.report('photos', 'full')
  storage.report('photos', 'ok')
  expect([news, storage.state()]).toEqual([['device'], 'full'])
  storage.report('outbox', 'ok')
  expect([news, storage.state()]).toEqual([['device', 'device'], 'ok'])
})

test('[PWA-13] then all photos are deleted, then searches and profiles that were only looked at; never messages or the queue', async () => {
  await fill()
  await world.worker.call('PUT', '/api/likes/5')
  await world.worker.settled()
  world.browser.network = 'down'
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'first'))
  await world.worker.settled()
  const tries: number[] = []
  fullDisk(['outbox'], () => tries.push(heldPhotos().length) < 4)
  expect((await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'second'))).status).toBe(202)
  expect(tries[1]).toBeGreaterThan(0)
  expect(tries.slice(2, 4)).toEqual([0, 0])
  expect(await countOf('searches')).toBe(0)
  // Member 2 is in a conversation, 5 in a like; 3 and 4 were only looked at.
  const session = await world.worker.device.sessions.current()
  expect(await session.read(['profiles'], (tx) => tx.objectStore('profiles').getAllKeys())).toEqual([2, 5])
  expect(await countOf('outbox')).toBe(2)
  expect(await countOf('messages')).toBe(1)
})

test('[PWA-13] if no space can be freed, the member is informed and keeps the text, and the queue is intact', async () => {
  world.browser.network = 'down'
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'first'))
  // The failed delivery writes the row again, which also needs space.
  await world.worker.settled()
  const roomAgain = fullDisk(['outbox'])
  world.browser.news.length = 0
  const refused = await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'second'))
  expect(refused).toMatchObject({ status: 507, json: { error: 'storage_full' } })
  expect(await stateOf(world)).toMatchObject({ storage: 'full', waiting: 1, failed: [] })
  expect(world.browser.news).toEqual(['device'])
  roomAgain()
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'second'))
  expect(await stateOf(world)).toMatchObject({ storage: 'ok', waiting: 2 })
})

test('[PWA-13] [CHAT-6] a message that a full device passes on to a stalled network is refused after a while', async () => {
  const { browser, worker } = world
  fullDisk(['outbox'])
  browser.network = 'stalled'
  const refused = await browser.until(worker.call('POST', '/api/messages', textTo(browser, 2, 'hi')))
  expect(refused).toMatchObject({ status: 507, json: { error: 'storage_full' } })
})

test('[PWA-13] [CHAT-14] messages that wait on a device that has filled up are sent in their order, once, and stay visible until there is room', async () => {
  const { browser, worker, server } = world
  const waiting = async (): Promise<unknown> =>
    ((await worker.call('GET', '/api/chats/1-2/messages')).json as CallAnswer<'messages.list'>).waiting?.length
  browser.network = 'down'
  for (const text of ['first', 'second']) await worker.call('POST', '/api/messages', textTo(browser, 2, text))
  await worker.settled()
  const roomAgain = fullDisk([])
  browser.network = 'up'
  for (let minutes = 0; minutes < 3; minutes += 1) {
    await worker.call('POST', '/api/device/sync')
    await browser.pass(60_000)
    await worker.settled()
  }
  expect(server.textsOf('1-2', 1)).toEqual(['first', 'second'])
  expect(server.log.filter((line) => line === 'POST /api/messages')).toHaveLength(2)
  expect(await waiting()).toBe(2)
  roomAgain()
  await goOnline(world)
  expect(server.textsOf('1-2', 1)).toEqual(['first', 'second'])
  expect([await waiting(), await stateOf(world)]).toMatchObject([0, { waiting: 0, failed: [] }])
})

test('[PWA-13] [PWA-3] on a device that has been full, a message is not sent again while its first send is under way', async () => {
  const { browser, worker, server } = world
  browser.network = 'down'
  for (const profile of [2, 3]) await worker.call('POST', '/api/messages', textTo(browser, profile, 'hi'))
  await worker.settled()
  let sends = 0
  let isDiskFull = false
  fullDisk(['outbox'], () => isDiskFull)
  // The first hangs. The device cannot store that the second is refused.
  server.refusals.set(3, { error: 'blocked', name: 'Member 3' })
  browser.fault = ({ method }) => {
    if (method !== 'POST') return null
    sends += 1
    isDiskFull = sends === 2
    return sends === 1 ? 'stall' : null
  }
  browser.network = 'up'
  await worker.call('POST', '/api/device/sync')
  await browser.turns(200)
  isDiskFull = false
  await worker.call('POST', '/api/device/sync')
  await browser.turns(200)
  expect([sends, server.textsOf('1-2', 1)]).toEqual([2, []])
  await browser.pass(30_000)
  expect(server.textsOf('1-2', 1)).toEqual(['hi'])
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [{ failure: { error: 'blocked' } }] })
})

test('[PWA-13] a device stays full for one kind of write though a smaller one of another kind succeeds', async () => {
  world.browser.network = 'down'
  fullDisk(['blobs'])
  const photo = new Blob([new Uint8Array(4)], { type: 'image/webp' })
  await world.worker.call('POST', `/api/photos?client_id=${world.browser.newId()}`, photo)
  const session = await world.worker.device.sessions.current()
  await session.write(['meta'], async () => {})
  expect(await stateOf(world)).toMatchObject({ storage: 'full' })
})

const READS: [string, (typeof stores)[number][]][] = [
  ['/api/members', ['searches', 'profiles']],
  ['/api/members/3', ['profiles']],
  ['/api/members/3/related', ['lists', 'profiles']],
  ['/api/swipe', ['lists', 'profiles']],
  ['/api/chats/1-2/messages', ['messages', 'conversations']],
]
const stores = ['searches', 'profiles', 'lists', 'messages', 'conversations'] as const

test.each(READS)('[PWA-13] %s that cannot be stored still answers with the network’s answer', async (path, full) => {
  const { worker, server, browser } = world
  const session = await worker.device.sessions.current()
  // The state of a device that has not stored any of these answers yet.
  await session.write([...stores], async (tx) => {
    for (const store of stores) await tx.objectStore(store).clear()
  })
  fullDisk(full)
  server.log.length = 0
  const answer = await browser.until(worker.call('GET', path))
  expect(answer.status).toBe(200)
  expect(answer.json).not.toEqual({})
  // The server gets one request, not a second one from a fallback.
  expect(server.log.filter((line) => line.startsWith(`GET ${path}`))).toHaveLength(1)
  expect(await stateOf(world)).toMatchObject({ storage: 'full' })
})

test('[PWA-13] site settings that cannot be stored are still answered', async () => {
  fullDisk([])
  expect(await world.worker.call('GET', '/api/settings')).toMatchObject({ status: 200 })
})

test('[PWA-13] on a first visit to a full device the chats come from the network', async () => {
  const { worker, browser } = world
  const session = await worker.device.sessions.current()
  await session.write(['meta', 'conversations'], async (tx) => {
    await tx.objectStore('meta').clear()
    await tx.objectStore('conversations').clear()
  })
  fullDisk([])
  const chats = await browser.until(worker.call('GET', '/api/chats'))
  expect(chats).toMatchObject({ status: 200, json: { chats: [{ conversation: '1-2' }] } })
})

test('[PWA-13] a request that a full disk aborted is reported as a full disk', async () => {
  const session = await world.worker.device.sessions.current()
  const full = new DOMException('Full', 'QuotaExceededError')
  const ended = session.write(['meta'], async (tx) => {
    Object.defineProperty(tx, 'error', { value: full })
    throw new DOMException('Aborted', 'AbortError')
  })
  await expect(ended).rejects.toBe(full)
})

test('[PWA-13] a write that fails halfway, or that the browser aborts in the end, stores nothing and says so', async () => {
  const session = await world.worker.device.sessions.current()
  const write = (end: (tx: Tx) => void) =>
    session.write(['meta'], async (tx) => {
      await changeMe(tx, { seq: 12_345 })
      end(tx)
    })
  const halfway = write(() => {
    throw new Error('halfway')
  })
  await expect(halfway).rejects.toThrow('halfway')
  await expect(write((tx) => tx.abort())).rejects.toThrow(/abort/i)
  expect((await session.read(['meta'], readMe)).seq).not.toBe(12_345)
})

test('[PWA-13] after the browser cleared everything, the device asks who is logged in and fetches the lists again', async () => {
  const { worker, browser } = world
  expect(await worker.call('GET', '/api/chats')).toMatchObject({ json: { chats: [{}] } })
  // The browser closes the connections with an event; then no data is left.
  await worker.device.sessions.close()
  for (const { name = '' } of await indexedDB.databases())
    await new Promise((resolve) => indexedDB.deleteDatabase(name).addEventListener('success', resolve))
  const user = await browser.until(worker.call('GET', '/api/user'))
  expect(user).toMatchObject({ status: 200, json: { user: { id: 1 } } })
  expect(await browser.until(worker.call('GET', '/api/chats'))).toMatchObject({ json: { chats: [{}] } })
  browser.network = 'down'
  expect((await worker.call('POST', '/api/messages', textTo(browser, 2, 'hi'))).status).toBe(202)
})
