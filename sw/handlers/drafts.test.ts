import { beforeEach, expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { PHOTO_BYTES_MAX } from '#contract/limits.ts'
import { storeDrafts, storeText } from '../store/drafts.ts'
import { fullDisk } from '../testing/full-disk.ts'
import { blobsIn, memberWorld, restarted, visitorWorld, type World } from '../testing/world.ts'

let world: World

beforeEach(async () => {
  world = await memberWorld()
  world.browser.network = 'down'
})

const picture = (byte: number, bytes = 4): Blob => new Blob([new Uint8Array(bytes).fill(byte)], { type: 'image/webp' })

const keep = (id: string, place: string, photo: Blob, more = '') =>
  world.worker.call('POST', `/api/device/drafts?id=${id}&place=${place}&name=sea.jpg${more}`, photo)

const drafts = async () =>
  ((await world.worker.call('GET', '/api/device/drafts')).json as CallAnswer<'device.drafts'>).drafts

const shown = async (id: string): Promise<number[] | null> => {
  const answer = await world.worker.photo(`/photos/${id}/full`)
  return answer.type === 'error' ? null : [...new Uint8Array(await answer.arrayBuffer())]
}

test('[CHAT-2][PWA-1] a chosen photo outlives the worker, first unprepared, then prepared', async () => {
  const id = world.browser.newId()
  expect((await keep(id, '1-2', picture(7))).status).toBe(200)
  expect(await drafts()).toEqual([{ id, place: '1-2', name: 'sea.jpg', bytes: 4 }])
  expect((await keep(id, '1-2', picture(8, 2), '&width=40&height=30&colours=aabbcc')).status).toBe(200)
  world.worker = await restarted(world)
  expect(await drafts()).toEqual([
    { id, place: '1-2', name: 'sea.jpg', bytes: 2, width: 40, height: 30, colours: 'aabbcc' },
  ])
  expect(await shown(id)).toEqual([8, 8])
  expect(world.browser.news).toContain('device')
})

test('[CHAT-2] a draft keeps its place when its photo is prepared', async () => {
  const [one, two] = [world.browser.newId(), world.browser.newId()]
  await keep(one, '1-2', picture(1))
  world.browser.clock += 1
  await keep(two, '1-3', picture(2))
  world.browser.clock += 1
  await keep(one, '1-2', picture(3), '&width=40&height=30&colours=aabbcc')
  expect((await drafts()).map(({ id }) => id)).toEqual([one, two])
})

test('[CHAT-2] a discarded draft is deleted with its picture; drafts elsewhere stay', async () => {
  const [one, two, three] = [world.browser.newId(), world.browser.newId(), world.browser.newId()]
  await keep(one, '1-2', picture(1))
  await keep(two, '1-3', picture(2))
  await keep(three, '1-3', picture(3))
  await world.worker.call('DELETE', `/api/device/drafts/${one}`)
  expect((await drafts()).map(({ id }) => id)).toEqual([two, three])
  await world.worker.call('DELETE', '/api/device/drafts/1-3')
  expect(await drafts()).toEqual([])
  expect(await blobsIn(world)).toEqual([])
})

test.each([
  ['messages.photo', '1-2', (id: string) => `/api/messages/photo?client_id=${id}&profile=2`],
  ['photos.add', 'profile', (id: string) => `/api/photos?client_id=${id}`],
])(
  '[PWA-2][CHAT-5] a sent draft (%s) moves to the outbox in one transaction and can no longer be discarded as a draft',
  async (_, place, path) => {
    const id = world.browser.newId()
    await keep(id, place, picture(7))
    expect(await world.worker.call('POST', path(id), picture(8))).toMatchObject({ status: 202 })
    expect(await drafts()).toEqual([])
    // Late requests of the page about this draft change nothing: neither storing nor deleting.
    await keep(id, place, picture(9))
    await world.worker.call('DELETE', `/api/device/drafts/${id}`)
    expect(await drafts()).toEqual([])
    expect(await shown(id)).toEqual([8, 8, 8, 8])
  },
)

test('[PWA-2] [CHAT-5] a draft of a photo that the server has already is deleted when the page sends it again', async () => {
  const id = world.browser.newId()
  await keep(id, 'profile', picture(7))
  // The page sent it without a worker and did not hear the answer.
  world.server.own.addPhoto(1, id, false, new Uint8Array([7]))
  world.browser.network = 'up'
  await world.worker.call('POST', '/api/device/sync')
  await world.worker.settled()
  expect(await drafts()).toHaveLength(1)
  expect((await world.worker.call('POST', `/api/photos?client_id=${id}`, picture(7))).json).toEqual({ queued: true })
  expect(await drafts()).toEqual([])
  expect(world.server.own.effects).toEqual(['add 7'])
})

test('[PWA-9] shared pictures move to the chosen place; texts and refused files are deleted', async () => {
  const session = await world.worker.device.sessions.current()
  const row = (at: number, more: object) => ({
    row: { id: world.browser.newId(), place: 'share', at, name: `${at}.jpg`, bytes: 4, ...more },
  })
  const now = world.browser.clock
  await storeDrafts(session, [
    row(now, {}),
    row(now + 1, { error: 'photo_too_large' }),
    row(now + 2, { text: 'hello' }),
  ])
  await keep(world.browser.newId(), '1-3', picture(1))
  await world.worker.call('PUT', '/api/device/drafts/1-2')
  expect((await drafts()).map(({ place }) => place)).toEqual(['1-2', '1-3'])
})

test('[PWA-13] a disk that stays full causes a named error, and nothing is half stored', async () => {
  fullDisk(['drafts'])
  expect(await keep(world.browser.newId(), '1-2', picture(1))).toMatchObject({ json: { error: 'storage_full' } })
  expect(world.worker.device.storage.state()).toBe('full')
  expect(await drafts()).toEqual([])
})

test('[PWA-13] [CHAT-2] every text that a full device cannot store stays while the worker runs, until it is discarded', async () => {
  fullDisk(['drafts'])
  const session = await world.worker.device.sessions.current()
  const [one, two] = [world.browser.newId(), world.browser.newId()] as const
  for (const [at, id] of [one, two].entries())
    await storeText(session, { id, place: '1-2', text: `text ${at}`, name: '', bytes: 0, at })
  expect((await drafts()).map(({ text }) => text)).toEqual(['text 0', 'text 1'])
  await world.worker.call('DELETE', `/api/device/drafts/${one}`)
  expect((await drafts()).map(({ text }) => text)).toEqual(['text 1'])
})

test('[PROF-3] a photo that is too large is not stored', async () => {
  const answer = await keep(world.browser.newId(), '1-2', picture(1, PHOTO_BYTES_MAX + 1))
  expect(answer.json).toEqual({ error: 'photo_too_large' })
  expect(await blobsIn(world)).toEqual([])
})

test('[PWA-11] logout deletes drafts; a visitor cannot store any', async () => {
  await keep(world.browser.newId(), '1-2', picture(1))
  await world.worker.call('GET', '/api/logout')
  await world.worker.settled()
  world.browser.network = 'up'
  await world.worker.login(1)
  expect(await drafts()).toEqual([])
  world = visitorWorld()
  await world.worker.call('GET', '/api/user')
  expect((await keep(world.browser.newId(), '1-2', picture(1))).json).toEqual({ error: 'authentication_required' })
})
