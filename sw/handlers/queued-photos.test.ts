import { expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { DELETION_UNDO_MS } from '#contract/limits.ts'
import type { OwnPhoto } from '#contract/entities/photo.ts'
import { outboxIn, putOutboxRow, readOutbox, type OutboxRow } from '../store/outbox-rows.ts'
import { nameDelivered } from '../writes/photos.ts'
import { ownPhotoOf } from '../testing/fake-own.ts'
import { blobsIn, goOnline, memberWorld, restarted, stateOf, textTo, type World } from '../testing/world.ts'

const picture = (byte: number, bytes = 4, type = 'image/webp'): Blob =>
  new Blob([new Uint8Array(bytes).fill(byte)], { type })

const add = async ({ worker, browser }: World, byte: number, query = '') => {
  const id = browser.newId()
  const answer = await worker.call('POST', `/api/photos?client_id=${id}${query}`, picture(byte))
  return { id, answer }
}

const photosIn = async ({ worker }: World): Promise<OwnPhoto[]> => {
  const { profile } = (await worker.call('GET', '/api/profile')).json as CallAnswer<'profile.get'>
  return profile.photos
}

const offlineWorld = async (photos: OwnPhoto[] = []): Promise<World> => {
  const world = await memberWorld()
  const { profile } = world.server.userOf(1)
  const main_image = photos[0] ?? null
  world.server.own.change(1, { profile: { ...profile, photos, main_image } })
  await goOnline(world)
  world.server.log.length = 0
  world.browser.network = 'down'
  return world
}

test('[PROF-4] [PWA-2] a photo added offline shows from the device, outlives the worker, and is uploaded once', async () => {
  const world = await offlineWorld()
  const { id, answer } = await add(world, 7, '&private=1')
  expect(answer).toMatchObject({ status: 202, json: { queued: true, id } })
  world.worker = await restarted(world)
  expect(await photosIn(world)).toMatchObject([
    { id, client_id: id, waiting: 'queued', private: true, thumb_filename: `/photos/${id}/thumb`, status: 'pending' },
  ])
  const shown = await world.worker.photo(`/photos/${id}/thumb`)
  expect(shown.headers.get('content-type')).toBe('image/webp')
  expect(new Uint8Array(await shown.arrayBuffer())).toEqual(new Uint8Array(4).fill(7))

  await goOnline(world)
  expect(world.server.own.effects).toEqual(['add 7'])
  expect(await photosIn(world)).toEqual(world.server.userOf(1).profile.photos)
  expect(await photosIn(world)).toMatchObject([{ id: '1', client_id: id, private: true }])
  expect(await blobsIn(world)).toEqual([])
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [] })
})

test('[PWA-2] a photo whose answer was lost exists once, even if the page repeats its request', async () => {
  const world = await offlineWorld()
  const { id } = await add(world, 7)
  await world.worker.call('POST', `/api/photos?client_id=${id}`, picture(7))
  expect(await stateOf(world)).toMatchObject({ waiting: 1 })
  let losses = 0
  world.browser.fault = (request) => {
    if (!request.url.includes('/photos') || losses > 0) return null
    losses += 1
    return 'loseAnswer'
  }
  await goOnline(world)
  await world.browser.pass(60_000)
  expect(losses).toBe(1)
  expect(world.server.own.effects).toEqual(['add 7'])
  expect(await photosIn(world)).toHaveLength(1)
  world.server.log.length = 0
  // This page does not know the delivery yet.
  expect((await world.worker.call('POST', `/api/photos?client_id=${id}`, picture(7))).json).toEqual({ queued: true })
  await world.worker.settled()
  expect(world.server.log.filter((line) => line.startsWith('POST'))).toEqual([])
})

test('[PWA-2] the feed confirms a photo like the answer does', async () => {
  const world = await offlineWorld()
  const { id } = await add(world, 7)
  // The photo was delivered, and the worker died before the answer.
  world.server.own.addPhoto(1, id, false, new Uint8Array([7]))
  world.server.broken.set('photos.add', { status: 500, body: { error: 'server_error' } })
  await goOnline(world)
  expect(await photosIn(world)).toMatchObject([{ id: '1' }])
  expect(await stateOf(world)).toMatchObject({ waiting: 0 })
  expect(await blobsIn(world)).toEqual([])
})

test.each(['photo_limit', 'photo_too_large', 'photo_type', 'photo_broken'] as const)(
  '[PWA-3] a photo refused as %s stays visible with the reason, and can be tried again or discarded with its picture',
  async (error) => {
    const world = await offlineWorld()
    world.server.own.refused.set(7, { error })
    const { id } = await add(world, 7)
    await goOnline(world)
    expect(await photosIn(world)).toMatchObject([{ id, waiting: 'failed', failure: { error } }])
    expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [{ id, kind: 'photos.add', failure: { error } }] })
    await world.worker.call('POST', `/api/device/outbox/${id}`)
    await world.worker.settled()
    expect(await photosIn(world)).toMatchObject([{ waiting: 'failed' }])
    expect((await world.worker.photo(`/photos/${id}/card`)).status).toBe(200)
    expect((await world.worker.call('DELETE', `/api/device/outbox/${id}`)).status).toBe(200)
    expect(await photosIn(world)).toEqual([])
    expect(await blobsIn(world)).toEqual([])
  },
)

test('[SAFE-6] a rate limit on uploads only delays them', async () => {
  const world = await offlineWorld()
  world.server.broken.set('photos.add', { status: 429, body: { error: 'rate_limited' }, retryAfter: '60' })
  await add(world, 7)
  await goOnline(world)
  expect(await photosIn(world)).toMatchObject([{ waiting: 'queued' }])
  world.server.broken.clear()
  await world.browser.pass(61_000)
  expect(world.server.own.effects).toEqual(['add 7'])
})

test('[PROF-3] a file that is no photo is refused here as on the server', async () => {
  const world = await offlineWorld()
  const send = async (blob: Blob) =>
    (await world.worker.call('POST', `/api/photos?client_id=${world.browser.newId()}`, blob)).json
  expect(await send(picture(1, 4, 'image/gif'))).toEqual({ error: 'photo_type' })
  expect(await send(picture(1, 0))).toEqual({ error: 'photo_broken' })
  expect(await send(picture(1, 10 * 1024 * 1024 + 1))).toEqual({ error: 'photo_too_large' })
  expect((await world.worker.call('POST', '/api/photos', picture(1))).json).toMatchObject({
    error: 'invalid_input',
    fields: { client_id: 'required' },
  })
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [] })
})

test('[PWA-2] edits of photos show at once and are sent in order', async () => {
  const world = await offlineWorld([ownPhotoOf(11), ownPhotoOf(12), ownPhotoOf(13)])
  const { worker, server } = world
  await worker.call('PATCH', '/api/photos/12', { main: true })
  await worker.call('PATCH', '/api/photos/11', { private: true })
  await worker.call('PATCH', '/api/photos/11', { private: false })
  await worker.call('PATCH', '/api/photos/13', { private: true })
  await worker.call('PUT', '/api/photos', { ids: ['12', '13', '11'] })
  await worker.call('PUT', '/api/photos', { ids: ['13', '12', '11'] })
  const { profile } = (await worker.call('GET', '/api/profile')).json as CallAnswer<'profile.get'>
  expect(profile.photos.map(({ id, private: isPrivate }) => [id, isPrivate])).toEqual([
    ['13', true],
    ['12', false],
    ['11', false],
  ])
  expect(profile.main_image?.id).toBe('12')
  await goOnline(world)
  expect(server.log.filter((line) => !line.startsWith('GET'))).toEqual([
    'PATCH /api/photos/12',
    'PATCH /api/photos/11',
    'PATCH /api/photos/13',
    'PUT /api/photos',
  ])
  expect((await worker.call('GET', '/api/profile')).json).toEqual({ profile: server.userOf(1).profile })
  expect(await photosIn(world)).toEqual(profile.photos)
})

test('[PROF-5] a main photo that is made private leaves its place to the next one that others may see', async () => {
  const world = await offlineWorld([ownPhotoOf(11), ownPhotoOf(12), ownPhotoOf(13)])
  const { worker } = world
  await worker.call('PATCH', '/api/photos/12', { private: true })
  await worker.call('PATCH', '/api/photos/11', { private: true })
  const { profile } = (await worker.call('GET', '/api/profile')).json as CallAnswer<'profile.get'>
  expect(profile.main_image?.id).toBe('13')
  await worker.call('PATCH', '/api/photos/12', { main: true })
  expect(await photosIn(world)).toMatchObject([{ private: true }, { id: '12', private: false }, { id: '13' }])
})

test('[PWA-2] a deletion shows at once, waits while it can be undone, and is then sent', async () => {
  const world = await offlineWorld([ownPhotoOf(11), ownPhotoOf(12)])
  const { worker, server, browser } = world
  browser.network = 'up'
  const { json } = await worker.call('DELETE', '/api/photos/11')
  const { id } = json as { id: string }
  const { profile } = (await worker.call('GET', '/api/profile')).json as CallAnswer<'profile.get'>
  expect(profile).toMatchObject({ photos: [{ id: '12' }], main_image: { id: '12' } })
  await browser.pass(5_000)
  // A returning network does not shorten the wait.
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(server.own.effects).toEqual([])
  expect((await worker.call('DELETE', `/api/device/outbox/${id}`)).status).toBe(200)
  expect((await photosIn(world)).map((photo) => photo.id)).toEqual(['11', '12'])
  await browser.pass(DELETION_UNDO_MS)
  expect(server.own.effects).toEqual([])

  await worker.call('DELETE', '/api/photos/11')
  await worker.call('DELETE', '/api/photos/11')
  await browser.pass(DELETION_UNDO_MS)
  expect(server.own.effects).toEqual(['delete 11'])
  expect(await photosIn(world)).toMatchObject([{ id: '12' }])
})

test('[PROF-3] a photo added after a deletion uses the freed place', async () => {
  const world = await offlineWorld([ownPhotoOf(11)])
  world.server.own.change(1, { photo_limit: 1 })
  world.browser.network = 'up'
  await world.worker.call('DELETE', '/api/photos/11')
  await add(world, 7)
  await world.browser.pass(9_000)
  expect(world.server.own.effects).toEqual(['delete 11', 'add 7'])
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [] })
})

test('[PWA-2] edits of a queued photo change or discard its own row', async () => {
  const world = await offlineWorld([ownPhotoOf(11)])
  const first = await add(world, 7)
  const second = await add(world, 8)
  const third = await add(world, 9)
  await world.worker.call('PATCH', `/api/photos/${first.id}`, { main: true })
  await world.worker.call('PATCH', `/api/photos/${third.id}`, { private: true })
  await world.worker.call('PUT', '/api/photos', { ids: [first.id, '11'] })
  expect((await world.worker.call('DELETE', `/api/photos/${second.id}`)).json).toEqual({ queued: true })
  const { profile } = (await world.worker.call('GET', '/api/profile')).json as CallAnswer<'profile.get'>
  expect(profile).toMatchObject({
    photos: [{ id: first.id, waiting: 'queued' }, { id: '11' }, { id: third.id, private: true, waiting: 'queued' }],
    main_image: { id: first.id },
  })
  expect(await blobsIn(world)).toEqual([first.id, third.id])
  await goOnline(world)
  expect(world.server.own.effects).toEqual(['add 7', 'add 9'])
  expect(world.server.log.filter((line) => line.startsWith('PATCH'))).toEqual(['PATCH /api/photos/1'])
  expect(world.server.userOf(1).profile).toMatchObject({
    photos: [{ id: '1' }, { id: '11' }, { id: '2', private: true }],
    main_image: { id: '1' },
  })
  expect(await photosIn(world)).toEqual(world.server.userOf(1).profile.photos)
})

test('[PWA-2] the order of photos keeps those with a number when another one gets its own', async () => {
  const session = (await memberWorld()).worker.device.sessions.current()
  const id = '01890a5d-ac96-774b-bcce-b302099a8057'
  const row = {
    order: 1,
    id: `${id.slice(0, -1)}8`,
    lane: 'photos',
    state: 'queued' as const,
    written_at: 0,
    attempts: 0,
  }
  const rest = { refusals: 0, retry_at: 0, by_server: false, failure: null }
  const ids = await (
    await session
  ).write(['outbox'], async (tx) => {
    await putOutboxRow(tx, { ...row, ...rest, write: { kind: 'photos.order', ids: ['12', id, '11'] } } as OutboxRow)
    await nameDelivered(outboxIn(tx), [ownPhotoOf(13, id)])
    return (await readOutbox(tx)).map(({ write }) => write.kind === 'photos.order' && write.ids)
  })
  expect(ids).toEqual([['12', '13', '11']])
})

test('[PWA-2] a photo that is being sent can be deleted once it has arrived', async () => {
  const world = await offlineWorld()
  world.browser.network = 'up'
  // Only the answer contains the photo's number.
  world.server.broken.set('sync', { status: 500, body: { error: 'server_error' } })
  const release = world.browser.holdAnswers()
  const { id } = await add(world, 7)
  await world.browser.turns()
  expect(await photosIn(world)).toMatchObject([{ waiting: 'sending' }])
  expect((await world.worker.call('DELETE', `/api/photos/${id}`)).json).toMatchObject({ id: expect.any(String) })
  expect(await photosIn(world)).toEqual([])
  release()
  await world.browser.pass(DELETION_UNDO_MS)
  expect(world.server.own.effects).toEqual(['add 7', 'delete 1'])
  expect(await photosIn(world)).toEqual([])
  expect((await world.worker.call('DELETE', `/api/photos/${world.browser.newId()}`)).status).toBe(404)
})

test('[PWA-3] deleting a photo that is then refused removes the refused one', async () => {
  const world = await offlineWorld()
  world.server.own.refused.set(7, { error: 'photo_broken' })
  world.browser.network = 'up'
  const release = world.browser.holdAnswers()
  const { id } = await add(world, 7)
  await world.browser.turns()
  await world.worker.call('DELETE', `/api/photos/${id}`)
  release()
  await world.browser.pass(DELETION_UNDO_MS)
  expect(world.server.log.filter((line) => line.startsWith('DELETE'))).toEqual([])
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [] })
  expect(await blobsIn(world)).toEqual([])
})

test('[PWA-2] a slow upload is not aborted and says nothing about the network', async () => {
  const world = await offlineWorld()
  world.browser.network = 'up'
  const release = world.browser.holdAnswers()
  await add(world, 7)
  await world.browser.pass(100_000)
  expect(await stateOf(world)).toMatchObject({ connection: 'online', waiting: 1 })
  expect(world.server.log.filter((line) => line === 'POST /api/photos')).toHaveLength(1)
  release()
  await world.browser.pass(1_000)
  expect(world.server.own.effects).toEqual(['add 7'])
})

const full = (store: string) => {
  // eslint-disable-next-line typescript/unbound-method -- it is called with its store below
  const put = IDBObjectStore.prototype.put
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === store) throw new DOMException('Full', 'QuotaExceededError')
    return put.apply(this, given)
  })
}

test('[PWA-13] a photo that finds no space is refused by name, is not half stored, and the app is informed', async () => {
  const world = await offlineWorld()
  world.browser.network = 'up'
  await world.worker.photo('/photos/photo-2/card')
  await world.worker.settled()
  world.browser.network = 'down'
  const disk = full('blobs')
  world.browser.news.length = 0
  expect((await add(world, 7)).answer).toMatchObject({ status: 507, json: { error: 'storage_full' } })
  expect(world.browser.caches.urls('photos-1')).toEqual([])
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [], storage: 'full' })
  expect(world.browser.news).toEqual(['device'])
  disk.mockRestore()
  expect((await add(world, 7)).answer.status).toBe(202)
  expect(await stateOf(world)).toMatchObject({ waiting: 1, storage: 'ok' })
})

test('[PWA-13] online, a full device sends a write to the server instead of refusing it', async () => {
  const world = await offlineWorld()
  world.browser.network = 'up'
  full('blobs')
  expect((await add(world, 7)).answer.status).toBe(200)
  expect(world.server.own.effects).toEqual(['add 7'])
  expect((await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'hi'))).status).toBe(202)
})

test('[PWA-11] nobody else can see a queued photo', async () => {
  const world = await offlineWorld()
  const { id } = await add(world, 7)
  await world.worker.call('GET', '/api/logout')
  expect((await world.worker.photo(`/photos/${id}/thumb`)).type).toBe('error')
})

test('[PWA-2] an edit of a photo that may have arrived is sent after the upload', async () => {
  const world = await offlineWorld()
  const { browser, worker, server } = world
  browser.network = 'up'
  browser.fault = (request) => (request.method === 'POST' ? 'loseAnswer' : null)
  const first = await add(world, 7)
  await worker.settled()
  expect(server.own.effects).toEqual(['add 7'])
  await worker.call('PATCH', `/api/photos/${first.id}`, { private: true })
  expect(await photosIn(world)).toMatchObject([{ private: true }])
  expect((await worker.call('DELETE', `/api/photos/${first.id}`)).json).toMatchObject({ id: expect.any(String) })
  expect(await photosIn(world)).toEqual([])
  browser.fault = () => null
  await browser.pass(60_000)
  expect(server.own.effects).toEqual(['add 7', 'delete 1'])
  expect(await photosIn(world)).toEqual([])
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [] })
})

test('[PROF-6] [PWA-3] a photo that was made private while its upload was refused is uploaded as private', async () => {
  const world = await offlineWorld()
  const { browser, worker, server } = world
  browser.network = 'up'
  const release = browser.holdAnswers()
  server.own.refused.set(7, { error: 'photo_limit' })
  const { id } = await add(world, 7)
  await browser.turns()
  await worker.call('PATCH', `/api/photos/${id}`, { private: true })
  await worker.call('PATCH', `/api/photos/${id}`, { main: true })
  release()
  await browser.pass(1_000)
  expect(await photosIn(world)).toMatchObject([{ id, waiting: 'failed', private: true }])
  server.own.refused.clear()
  await worker.call('POST', `/api/device/outbox/${id}`)
  await worker.settled()
  expect(server.userOf(1).profile.photos).toMatchObject([{ private: true }])
})

test('[PWA-2] undoing a deletion reverts no other edit', async () => {
  const world = await offlineWorld([ownPhotoOf(11)])
  const { worker, server, browser } = world
  await worker.call('PATCH', '/api/photos/11', { private: true })
  const { json } = await worker.call('DELETE', '/api/photos/11')
  await worker.call('DELETE', `/api/device/outbox/${(json as { id: string }).id}`)
  browser.network = 'up'
  await browser.pass(30_000)
  expect(server.userOf(1).profile.photos).toMatchObject([{ id: '11', private: true }])
})

const KB = 1_024

/** @param faultOf the fault of the nth request that carries bytes of a picture, or asks for them; null for none */
const watchUploads = (
  { browser }: World,
  faultOf: (nth: number, url: string) => 'lose' | 'loseAnswer' | 'stall' | null,
) => {
  let sent = 0
  browser.fault = ({ url }) =>
    /photo-parts|\/api\/photos|messages\/photo/.test(url) ? faultOf((sent += 1), url) : null
  return () => sent
}

const sendLarge = (world: World) =>
  world.worker.call('POST', `/api/messages/photo?client_id=${world.browser.newId()}&profile=2`, picture(7, 900 * KB))

const photosSent = ({ server }: World) => server.messages.filter(({ type }) => type === 'photo')

test('[PWA-2] a large photo continues after each cut, also in a new worker, and none of its bytes is sent again once it has arrived', async () => {
  const world = await offlineWorld()
  await sendLarge(world)
  let cuts = 0
  watchUploads(world, (nth) => (nth % 3 === 0 && (cuts += 1) < 5 ? 'lose' : null))
  await goOnline(world)
  expect(photosSent(world)).toEqual([])
  world.worker = await restarted(world)
  await world.worker.call('POST', '/api/device/sync')
  await world.browser.pass(300_000)
  expect(photosSent(world)).toMatchObject([{ photo: { width: 7 } }])
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [] })
  expect([cuts > 2, world.server.uploaded]).toEqual([true, 900 * KB])
})

test('[PROF-4] [CHAT-6] a waiting photo shows how much of it has arrived, also in a new worker', async () => {
  const world = await offlineWorld()
  const id = world.browser.newId()
  await world.worker.call('POST', `/api/photos?client_id=${id}`, picture(8, 900 * KB))
  await sendLarge(world)
  const shares = async () => {
    const { json } = await world.worker.call('GET', '/api/chats/1-2/messages')
    const { waiting } = json as CallAnswer<'messages.list'>
    return [...(await photosIn(world)), ...(waiting ?? [])].map((photo) =>
      'uploaded' in photo ? photo.uploaded : null,
    )
  }
  expect(await shares()).toEqual([null, null])
  let isCut = true
  watchUploads(world, (_, url) => (isCut && !url.includes('photo-parts') ? 'lose' : null))
  world.browser.news.length = 0
  await goOnline(world)
  // The first parts have 32 and 512 kB.
  const share = (32 + 512) / 900
  expect(await shares()).toEqual([share, share])
  expect(world.browser.news.filter((topic) => topic === 'messages:1-2').length).toBeGreaterThan(2)
  world.worker = await restarted(world)
  expect(await shares()).toEqual([share, share])
  isCut = false
  await world.worker.call('POST', '/api/device/sync')
  await world.browser.pass(120_000)
  expect([photosSent(world).length, world.server.userOf(1).profile.photos.length]).toEqual([1, 1])
})

test('[CHAT-5] a large photo whose last answer was lost is stored once, and its bytes are not sent again', async () => {
  const world = await offlineWorld()
  await sendLarge(world)
  let isLost = false
  watchUploads(world, (_, url) => {
    if (isLost || !url.includes('messages/photo')) return null
    isLost = true
    return 'loseAnswer'
  })
  await goOnline(world)
  await world.browser.pass(120_000)
  expect([isLost, photosSent(world).length, world.server.uploaded]).toEqual([true, 1, 900 * KB])
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [] })
})

test('[PWA-11] a logout in mid-upload ends it at the next part', async () => {
  const world = await offlineWorld()
  await sendLarge(world)
  let leaving: Promise<unknown> = Promise.resolve()
  const sent = watchUploads(world, (nth) => {
    if (nth === 1) leaving = world.worker.call('GET', '/api/logout')
    return null
  })
  await goOnline(world)
  await leaving
  await world.browser.pass(60_000)
  expect([sent(), photosSent(world)]).toEqual([1, []])
})

test('[PWA-10] a server of before, which takes no parts, gets a large photo in one request', async () => {
  const world = await offlineWorld()
  world.server.broken.set('photos.part', { status: 404, body: { error: 'not_found' } })
  await sendLarge(world)
  await goOnline(world)
  expect(photosSent(world)).toMatchObject([{ photo: { width: 7 } }])
})

test('[PWA-2] a part that a stalled network never answers delays an upload for less than a minute, and says nothing about the network', async () => {
  const world = await offlineWorld()
  await sendLarge(world)
  const sent = watchUploads(world, (nth) => (nth === 1 ? 'lose' : nth === 3 ? 'stall' : null))
  await goOnline(world)
  await world.browser.pass(10_000)
  expect([sent(), (await stateOf(world)).connection]).toEqual([3, 'online'])
  await world.browser.pass(60_000)
  expect(photosSent(world)).toHaveLength(1)
})

test('[PWA-10] an upload in parts gives way to a new version after the running part, and continues after it', async () => {
  const world = await offlineWorld()
  await sendLarge(world)
  const sent = watchUploads(world, (nth) => {
    if (nth === 1) world.browser.givesWay = true
    return null
  })
  await goOnline(world)
  expect([sent(), world.server.uploaded]).toEqual([1, 32 * KB])
  world.browser.givesWay = false
  world.worker = await restarted(world)
  await world.worker.call('POST', '/api/device/sync')
  await world.browser.pass(30_000)
  expect([photosSent(world).length, world.server.uploaded]).toEqual([1, 900 * KB])
})
