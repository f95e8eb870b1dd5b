import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { DAY_MS, MINUTE_MS, PHOTO_BYTES_MAX, PHOTO_PART_BYTES_MAX, SESSION_DAYS } from '#contract/limits.ts'
import { createPhotoPipeline, isPhotoRefusal } from '../../adapters/photo-pipeline.ts'
import { tidyUp } from '../../housekeeping.ts'
import type { TestMember } from '../../testing/members.ts'
import { newClientId, picture, upload } from '../../testing/photos.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { addPhoto } from './add-photo.ts'
import { addPart } from './parts.ts'

let server: TestServer
let anna: TestMember
let bert: TestMember
let file: Buffer
const clientId = newClientId(77)

beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna')
  bert = await server.signUp('Bert', { paid: true })
  file = await picture(640, 480).jpeg().toBuffer()
})
afterEach(() => server.close())

type PartRequest = { member?: TestMember; id?: string; type?: string }

/** Sends bytes to the server as a device does. */
const send = async (
  method: string,
  path: string,
  bytes: Uint8Array,
  { member = anna, type = 'image/jpeg' }: PartRequest,
) => {
  const { status, text } = await rawRequest(server.app, `http://localhost/api/${path}`, {
    method,
    headers: { cookie: member.cookie, 'content-type': type },
    body: new Uint8Array(bytes),
  })
  return { status, json: JSON.parse(text) as Record<string, unknown> }
}

const part = (from: number, bytes: Uint8Array, sent: PartRequest = {}) =>
  send('PUT', `photo-parts/${sent.id ?? clientId}?from=${from}`, bytes, { type: 'application/octet-stream', ...sent })

/** Sends the end of the photo. */
const finish = (from: number, bytes: Uint8Array = file.subarray(from)) =>
  send('POST', `photos?client_id=${clientId}&from=${from}`, bytes, {})

const count = (table: string): number => Number(server.sql(`select count(*) as n from ${table}`)[0]?.['n'])

test('[PROF-4] a photo that arrives in parts is the same photo, and its parts are deleted', async () => {
  expect((await part(0, file.subarray(0, 700))).json).toEqual({ received: 700, is_known: false })
  expect((await part(700, file.subarray(700, 1_500))).json).toEqual({ received: 1_500, is_known: false })
  expect((await finish(1_500)).json).toMatchObject({ photos: [{ client_id: clientId }] })
  const contents = server.sql('select content from photos')
  await upload(server, bert, file)
  expect(server.sql('select content from photos')).toEqual([...contents, ...contents])
  expect(count('photo_parts')).toBe(0)
})

test('[CHAT-5] a photo of a message arrives in parts, once, and costs once', async () => {
  await part(0, file.subarray(0, 900), { member: bert })
  const path = `messages/photo?client_id=${clientId}&profile=${anna.id}&from=900`
  const first = await send('POST', path, file.subarray(900), { member: bert })
  expect([first.status, count('messages'), count('photo_parts')]).toEqual([201, 1, 0])
  // The answer was lost: the device asks, and the last request needs no file.
  expect((await part(0, new Uint8Array(), { member: bert })).json).toEqual({ received: 0, is_known: true })
  const again = await send('POST', path.replace('900', '0'), new Uint8Array(), { member: bert })
  expect([again.json, count('messages')]).toEqual([first.json, 1])
})

test('[PWA-2] a part that comes twice, or too early, changes nothing, and the answer says where to continue', async () => {
  const first = file.subarray(0, 700)
  await part(0, first)
  for (const [from, bytes] of [
    [0, first],
    [900, file.subarray(900)],
    [0, new Uint8Array()],
    [700, new Uint8Array()],
  ] as const)
    expect((await part(from, bytes)).json).toEqual({ received: 700, is_known: false })
  expect(count('photo_parts')).toBe(1)
  // Two copies of one part arrive at the same time.
  await Promise.all([part(700, file.subarray(700, 800)), part(700, file.subarray(700, 800))])
  expect((await finish(800)).status).toBe(200)
})

test('[PWA-2] a part that is stored after its photo leaves nothing behind', async () => {
  const write: typeof server.deps.write = async (body, holds) => {
    await finish(0)
    return server.deps.write(body, holds)
  }
  const late = addPart({ ...server.deps, write }, { owner: anna.id, clientId }, 0, async () => file.subarray(0, 700))
  expect(await late).toEqual({ received: 0, is_known: true })
  expect([count('photos'), count('photo_parts')]).toEqual([1, 0])
})

test('[PWA-2] a photo that was deleted elsewhere does not come back with a late copy of its upload', async () => {
  await part(0, file.subarray(0, 700))
  const { json } = await finish(700)
  const [{ id } = { id: '' }] = (json as CallAnswer<'photos.add'>).photos
  await server.as(anna)('photos.delete', { params: { id } })
  // The device never got the answer to its upload, and asks on another day.
  server.clock.advance(20 * DAY_MS)
  await tidyUp({ write: server.deps.write, pause: () => Promise.resolve() }, server.clock.now())
  expect((await part(0, new Uint8Array())).json).toEqual({ received: 0, is_known: true })
  expect((await part(0, file.subarray(0, 700))).json).toEqual({ received: 0, is_known: true })
  expect(await finish(0)).toMatchObject({ status: 200, json: { photos: [] } })
  expect(await finish(700)).toMatchObject({ status: 200, json: { photos: [] } })
  expect(count('photos')).toBe(0)
  // No session of that device lives any more.
  server.clock.advance(SESSION_DAYS * DAY_MS)
  await tidyUp({ write: server.deps.write, pause: () => Promise.resolve() }, server.clock.now())
  expect(count('photo_parts')).toBe(0)
})

test('[PWA-2] a photo that is deleted while a copy of its upload is under way does not come back', async () => {
  const rendered = await createPhotoPipeline()(file)
  if (isPhotoRefusal(rendered)) throw new Error(rendered.error)
  const late = addPhoto(server.deps, { id: anna.id, paid: false }, { clientId, isPrivate: false }, async () => {
    const { body } = await upload(server, anna, file, { clientId })
    await server.as(anna)('photos.delete', { params: { id: body.photos[0]?.id ?? '' } })
    return rendered
  })
  expect(await late).toBeNull()
  expect(count('photos')).toBe(0)
})

test('[PWA-3] parts of a file that is larger than the photo are deleted, so that another attempt begins anew', async () => {
  await part(0, Buffer.concat([file, file]))
  // The device has learned that more has arrived than its photo has.
  expect((await finish(file.length)).json).toEqual({ error: 'photo_parts_missing' })
  expect(count('photo_parts')).toBe(0)
  expect((await finish(0)).status).toBe(200)
})

test('[PWA-3] the end of a photo without its beginning is to be sent again, and is no broken photo', async () => {
  const { status, json } = await finish(700)
  expect([status, json]).toEqual([425, { error: 'photo_parts_missing' }])
  expect(count('photos')).toBe(0)
})

test('[PWA-3] the parts outlive a refusal before the photo was read, and an end that was cut off', async () => {
  await part(0, file.subarray(0, 700))
  const path = `messages/photo?client_id=${clientId}&profile=${bert.id}&from=700&cost=0`
  expect((await send('POST', path, file.subarray(700), {})).json['error']).toBe('cost_changed')
  const cut = new ReadableStream({ pull: (body) => body.error(new Error('gone')) })
  const { status } = await upload(server, anna, cut, { clientId, from: 700 })
  expect([status, count('photo_parts')]).toEqual([422, 1])
  expect((await finish(700)).status).toBe(200)
})

test('[PROF-3] parts of a broken photo are deleted, so that another attempt begins anew', async () => {
  await part(0, new Uint8Array(700))
  expect((await finish(700)).json['error']).toBe('photo_type')
  expect(count('photo_parts')).toBe(0)
})

test('[SAFE-6] parts take no more than a photo, nor all photos of a member more than their room', async () => {
  const large = new Uint8Array(PHOTO_PART_BYTES_MAX)
  expect((await part(0, new Uint8Array(PHOTO_PART_BYTES_MAX + 1))).json['error']).toBe('photo_too_large')
  const fill = (id: string, bytes: number) =>
    server.sql('insert into photo_parts values (?, ?, 0, ?, ?, ?)', id, anna.id, bytes, '', server.clock.now())
  fill(clientId, PHOTO_BYTES_MAX - 10)
  expect((await part(PHOTO_BYTES_MAX - 10, large)).json['error']).toBe('photo_too_large')
  // Uploads of others stay, and of the member's own the one that has waited longest goes.
  for (let nth = 1; nth <= 3; nth += 1) {
    server.clock.advance(MINUTE_MS)
    fill(newClientId(nth), PHOTO_BYTES_MAX)
  }
  server.sql('insert into photo_parts values (?, ?, 0, ?, ?, 0)', clientId, bert.id, PHOTO_BYTES_MAX, '')
  expect((await part(0, large, { id: newClientId(9) })).json).toMatchObject({ received: PHOTO_PART_BYTES_MAX })
  expect(server.sql('select owner, client_id from photo_parts order by at')).toEqual([
    { owner: bert.id, client_id: clientId },
    ...[1, 2, 3, 9].map((nth) => ({ owner: anna.id, client_id: newClientId(nth) })),
  ])
})

test('[ACC-12] parts of an upload that never ended are deleted after a day, and parts of a running upload stay', async () => {
  await part(0, file.subarray(0, 700))
  await part(0, file.subarray(0, 700), { member: bert })
  server.clock.advance(DAY_MS)
  await part(700, file.subarray(700, 800), { member: bert })
  server.clock.advance(MINUTE_MS)
  await tidyUp({ write: server.deps.write, pause: () => Promise.resolve() }, server.clock.now())
  expect(server.sql('select owner, start from photo_parts order by start')).toEqual([
    { owner: bert.id, start: 0 },
    { owner: bert.id, start: 700 },
  ])
})
