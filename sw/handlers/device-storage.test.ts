import { beforeEach, expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { fullDisk } from '../testing/full-disk.ts'
import { stateOf, memberWorld, textTo, visitorWorld, type World } from '../testing/world.ts'

let world: World

beforeEach(async () => {
  world = await memberWorld()
  const { worker } = world
  await worker.call('PUT', '/api/likes/5')
  await worker.call('GET', '/api/members')
  await worker.photo('/photos/big-1/full')
  await worker.settled()
})

const storageOf = async () =>
  (await world.worker.call('GET', '/api/device/storage')).json as CallAnswer<'device.storage'>
const free = async (all: boolean) =>
  (await world.worker.call('POST', '/api/device/free', { all })).json as CallAnswer<'device.free'>
const reportOf = async () => (await world.worker.call('GET', '/api/device/report')).json as CallAnswer<'device.report'>

test('[PWA-13] stored data are counted, photos also by their bytes', async () => {
  const photos = world.browser.caches.urls('photos-1').length
  expect(await storageOf()).toEqual({
    conversations: 1,
    messages: 1,
    profiles: 4,
    likes: 1,
    photos,
    photo_bytes: photos * 100,
  })
})

test('[PWA-13] a visitor’s device also answers', async () => {
  world = visitorWorld()
  await world.worker.call('GET', '/api/user')
  expect(await storageOf()).toMatchObject({ conversations: 0, photos: 0 })
  expect(await free(true)).toMatchObject({ freed: expect.any(Number) })
  expect(await reportOf()).toEqual({ version: 'test', synced_at: null, queue: [] })
})

test('[PWA-13] freeing space deletes photos and profiles that the member only viewed, and nothing else', async () => {
  const { worker, browser } = world
  browser.network = 'down'
  await worker.call('POST', '/api/messages', textTo(browser, 3, 'hi'))
  await worker.settled()
  expect((await free(false)).freed).toBeGreaterThan(300)
  // Members 2 and 5 are in a conversation and a like, 3 in a write.
  expect(await storageOf()).toMatchObject({ conversations: 1, messages: 1, profiles: 3, likes: 1, photos: 0 })
  expect(browser.caches.urls('photos-1')).toEqual([])
  expect(await stateOf(world)).toMatchObject({ waiting: 1 })
  expect((await worker.call('GET', '/api/chats/1-2/messages')).json).toMatchObject({ messages: [{ text: 'hello' }] })
  expect(await free(false)).toEqual({ freed: 0 })
})

test('[PWA-13] all fetched data are deleted and fetched again; writes and drafts stay and are sent', async () => {
  const { worker, browser, server } = world
  browser.network = 'down'
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'hi'))
  const id = browser.newId()
  const photo = new Blob([new Uint8Array(4).fill(7)], { type: 'image/webp' })
  await worker.call('POST', `/api/device/drafts?id=${id}&place=1-2&name=x.webp`, photo)
  await worker.settled()
  await free(true)
  expect(await storageOf()).toMatchObject({ conversations: 0, messages: 0, profiles: 0, likes: 0, photos: 0 })
  expect((await worker.photo(`/photos/${id}/full`)).status).toBe(200)
  expect(await stateOf(world)).toMatchObject({ waiting: 1 })
  browser.network = 'up'
  const chats = await browser.until(worker.call('GET', '/api/chats'))
  expect(chats.json).toMatchObject({ chats: [{ conversation: '1-2' }] })
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(server.textsOf('1-2', 1)).toEqual(['hi'])
  expect(await storageOf()).toMatchObject({ conversations: 1, messages: 2, likes: 1 })
})

test('[PWA-13] freeing space ends the state `full` until a write fails again', async () => {
  world.browser.network = 'down'
  fullDisk(['outbox'])
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'hi'))
  expect(await stateOf(world)).toMatchObject({ storage: 'full' })
  world.browser.news.length = 0
  await free(false)
  expect(await stateOf(world)).toMatchObject({ storage: 'ok' })
  expect(world.browser.news).toContain('device')
})

test('[PWA-13] a malformed request frees no space', async () => {
  for (const body of [{}, { all: 'yes' }, 'x'])
    expect((await world.worker.call('POST', '/api/device/free', body)).status).toBe(400)
})

test('[PWA-13] the report describes the queue without names or contents', async () => {
  const { worker, browser, server } = world
  server.addMember(87_654)
  server.addMember(87_655)
  server.say(87_654, 1, 'MARKED-received')
  await worker.call('GET', '/api/chats/1-87654/messages')
  await worker.settled()
  browser.network = 'down'
  await worker.call('POST', '/api/messages', textTo(browser, 87_654, 'MARKED-written'))
  await worker.call('PUT', '/api/profile', { name: 'MARKED-name', about_me: 'MARKED-about' })
  // A message to somebody blocked would be refused on the device.
  await worker.call('PUT', '/api/blocks/87655')
  await worker.settled()
  const later = browser.clock
  await browser.pass(90_000)
  const report = await reportOf()
  expect(report.version).toBe('test')
  expect(report.synced_at).toBeLessThanOrEqual(later)
  expect(report.queue).toMatchObject([
    { kind: 'messages.send', state: 'queued', attempts: expect.any(Number), reason: null },
    { kind: 'profile.put' },
    { kind: 'blocks.put' },
  ])
  expect(report.queue[0]?.age_ms).toBeGreaterThanOrEqual(90_000)
  const reportText = JSON.stringify(report)
  expect(reportText).not.toContain('MARKED')
  expect(reportText).not.toMatch(/8765[45]/)
  expect(reportText).not.toContain('example.test')
  // The report contains no id of a queued write.
  expect(reportText).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
})

test('[PWA-3] the report names only the error code of a refused write', async () => {
  const { worker, browser, server } = world
  server.refusals.set(2, { error: 'blocked', name: 'MARKED' })
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'hi'))
  await worker.settled()
  const { queue } = await reportOf()
  expect(queue).toMatchObject([{ state: 'failed', reason: 'blocked' }])
  expect(JSON.stringify(queue)).not.toContain('MARKED')
})
