import { expect, test } from 'vitest'
import * as v from 'valibot'
import { pathOf } from '#contract/call.ts'
import { callOf, calls, type CallAnswer, type CallName } from '#contract/calls.ts'
import { isDeviceNews } from '#contract/device.ts'
import { readOutbox, type OutboxRow } from '../store/outbox-rows.ts'
import { memberWorld, type World } from '../testing/world.ts'
import { overlayOf } from './overlays.ts'
import type { QueuedName } from './queued-call.ts'
import { isQueued, queuedCallOf, queuedCalls, topicsOf, Write, writeOf } from './table.ts'

const ID = '01890000-0000-7000-8000-000000000001'
const picture = new Blob([new Uint8Array([7])], { type: 'image/jpeg' })

type Sample = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  upload?: Blob
  lane: string
}

/** A request for each queued call. A new queued call without one does not compile. */
const SAMPLES: Record<QueuedName, Sample> = {
  'messages.send': { body: { client_id: ID, profile: 2, type: 'text', text: 'hi' }, lane: 'chat:1-2' },
  'messages.photo': { query: { client_id: ID, profile: '2' }, upload: picture, lane: 'chat:1-2' },
  'chats.delete': { body: { conversation: '1-2' }, lane: 'chat:1-2' },
  'chats.read': { params: { conversation: '1-2' }, body: { up_to: 1 }, lane: 'read:1-2' },
  'blocks.put': { params: { profile: '2' }, lane: 'block:2' },
  'blocks.delete': { params: { profile: '2' }, lane: 'block:2' },
  'reports.send': { body: { client_id: ID, profile: 2, reason: 'scam', text: 'money', message: 3 }, lane: 'report:2' },
  'likes.put': { params: { profile: '2' }, lane: 'like:2' },
  'likes.delete': { params: { profile: '2' }, lane: 'like:2' },
  'likes.seen': { params: { profile: '2' }, lane: 'seen:2' },
  'swipe.put': { params: { profile: '2' }, body: { choice: 'like' }, lane: 'swipe' },
  'swipe.undo': { params: { profile: '2' }, lane: 'swipe' },
  'profile.put': { body: { description: 'new' }, lane: 'profile' },
  'consents.put': { params: { consent: 'sensitive' }, body: { given: true }, lane: 'profile' },
  'notifications.put': { body: { notifications: { new_like: { push: false } } }, lane: 'settings' },
  'user.language': { body: { language: 'de' }, lane: 'language' },
  'photos.add': { query: { client_id: ID }, upload: picture, lane: 'photos' },
  'photos.change': { params: { id: '7' }, body: { private: true }, lane: 'photos' },
  'photos.order': { body: { ids: ['7'] }, lane: 'photos' },
  'photos.delete': { params: { id: '7' }, lane: 'photos' },
}

const queued = (Object.keys(calls) as CallName[]).filter(isQueued)

const parsed = (schema: v.GenericSchema | undefined, value: unknown): unknown => schema && v.parse(schema, value ?? {})

const writeTo = (name: QueuedName): Write => {
  const { params, query, body } = SAMPLES[name]
  const call = callOf(name)
  const input = {
    params: parsed(call.params, params),
    query: parsed(call.query, query),
    body: parsed(call.body, body),
  }
  return writeOf(name, input, 1)
}

const rowOf = (write: Write, change: Partial<OutboxRow> = {}): OutboxRow => ({
  order: 1,
  id: ID,
  lane: queuedCallOf(write).lane(write),
  state: 'queued',
  written_at: 5,
  attempts: 0,
  refusals: 0,
  retry_at: 0,
  by_server: false,
  failure: null,
  write,
  ...change,
})

test('[PWA-2] the table of queued writes has exactly the queued calls of the contract', () => {
  expect(Object.keys(queuedCalls).toSorted()).toEqual(queued.toSorted())
})

test.each(queued)('[PWA-2] the write of %s is stored as it is and read back the same', (name) => {
  const write = writeTo(name)
  expect(write.kind).toBe(name)
  expect(v.parse(Write, JSON.parse(JSON.stringify(write)))).toEqual(write)
})

test.each(queued)('[PWA-2] the write of %s has a lane', (name) => {
  const write = writeTo(name)
  expect(queuedCallOf(write).lane(write)).toBe(SAMPLES[name].lane)
})

test.each(queued)('[PWA-2] the write of %s is added to an empty lane and changes no row that is being sent', (name) => {
  const write = writeTo(name)
  const { coalesce } = queuedCallOf(write)
  expect(coalesce([], write)).toEqual({ drop: [], add: true })
  const sending = rowOf(write, { state: 'sending', attempts: 1 })
  const { drop, into } = coalesce([sending], write)
  expect(drop).toEqual([])
  expect([undefined, sending]).toContain(into)
})

test.each(queued)('[SAFE-3] the request of %s is one that the contract accepts', (name) => {
  const write = writeTo(name)
  const call = callOf(name)
  const asked = queuedCallOf(write).request(write)
  const texts = { params: textsOf(asked.params), query: textsOf(asked.query), body: asked.body }
  const refused = (['params', 'query', 'body'] as const).filter((part) => {
    const schema = call[part]
    return schema ? !v.is(schema, texts[part] ?? {}) : asked[part] !== undefined
  })
  expect(refused).toEqual([])
  expect(queuedCallOf(write).picture !== undefined).toBe(call.upload !== undefined)
})

const textsOf = (values: Record<string, string | number> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

test.each(queued)('[PWA-2] the write of %s names the topics that it changes', (name) => {
  const topics = topicsOf(writeTo(name))
  expect(topics).toContain('device')
  expect(topics.length).toBeGreaterThan(1)
  expect(isDeviceNews({ topics })).toBe(true)
})

test.each(queued)(
  '[PWA-3] the write of %s shows its effect at once, and none after a refusal that hides it',
  (name) => {
    const write = writeTo(name)
    expect(Object.keys(overlayOf(rowOf(write)))).not.toEqual([])
    const refused = overlayOf(rowOf(write, { state: 'failed', failure: { error: 'not_found' } }))
    expect(Object.keys(refused).length > 0).toBe(queuedCallOf(write).isShownRefused === true)
  },
)

test.each(queued)('[PWA-2] the write of %s is sent once and acknowledged', async (name) => {
  const world = await memberWorld()
  await withPhoto(world)
  const { params, query = {}, body, upload } = SAMPLES[name]
  const call = callOf(name)
  const path = `${pathOf(call, params)}?${new URLSearchParams(query).toString()}`
  expect((await world.worker.call(call.method, path, upload ?? body)).status).toBe(202)
  await world.browser.pass((queuedCallOf({ kind: name }).undoMs ?? 0) + 1_000)
  await world.worker.settled()
  expect(await outboxOf(world)).toEqual([])
  expect((await world.worker.call('GET', '/api/device')).json).toMatchObject({ waiting: 0, failed: [] })
  const request = `${call.method} ${pathOf(call, params)}`
  expect(world.server.log.filter((line) => line === request)).toHaveLength(1)
})

const outboxOf = async ({ worker }: World) => (await worker.device.sessions.current()).read(['outbox'], readOutbox)

/** The member has one photo, number 7. */
const withPhoto = async ({ server, worker }: World): Promise<void> => {
  const { profile } = server.userOf(1)
  const photo = {
    id: '7',
    client_id: null,
    status: 'active',
    filename: '/photos/7/full',
    thumb_filename: '/photos/7/thumb',
    match: '/photos/7/card',
    colours: '',
    locked: false,
    lock: null,
    private: false,
    reason: null,
    decision: null,
  } satisfies CallAnswer<'photos.order'>['photos'][number]
  server.own.change(1, { profile: { ...profile, photos: [photo], main_image: null } })
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  server.log.length = 0
}
