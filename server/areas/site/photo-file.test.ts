import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/limits.ts'
import type { Settings } from '#contract/entities/settings.ts'
import type { TestMember } from '../../testing/members.ts'
import { RATES } from '../../rates.ts'
import { addPhoto, setMain } from '../../testing/photo-rows.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const RENDITIONS = {
  full: new Uint8Array([1, 2, 3, 4, 5]),
  card: new Uint8Array([4, 5]),
  thumb: new Uint8Array([6]),
  blur: new Uint8Array([7, 8]),
}
const SIZES = Object.keys(RENDITIONS)

let server: TestServer
let anna: TestMember
let bert: TestMember
let rich: TestMember
let hash: string

const start = async (settings: Partial<Settings> = {}) => {
  server = await createTestServer({ settings })
  anna = await server.signUp('Anna')
  bert = await server.signUp('Bert')
  rich = await server.signUp('Rich', { paid: true })
  hash = await server.photos.put(RENDITIONS)
}
beforeEach(() => start())
afterEach(() => server.close())

const get = (path: string, viewer?: TestMember, headers: Record<string, string> = {}) =>
  server.app.request(path, { headers: { ...headers, ...(viewer ? { cookie: viewer.cookie } : {}) } })

const statusOf = async (photo: string, size: string, viewer?: TestMember): Promise<number> =>
  (await get(`/photos/${photo}/${size}`, viewer)).status

/** The sizes that a viewer can load: all, only the blurred one, or none. */
const given = async (photo: string, viewer?: TestMember): Promise<string> => {
  const statuses = await Promise.all(SIZES.map((size) => statusOf(photo, size, viewer)))
  const all = { '200,200,200,200': 'full', '403,403,403,200': 'locked', '404,404,404,404': 'none' }
  return (all as Record<string, string>)[statuses.join()] ?? statuses.join()
}

const add = (row: Parameters<typeof addPhoto>[2] = {}) => addPhoto(server, anna, { hash, ...row })
const block = (from: TestMember, to: TestMember) =>
  server.as(from)('blocks.put', { params: { profile: String(to.id) } })
const like = (from: TestMember, to: TestMember) => server.as(from)('likes.put', { params: { profile: String(to.id) } })
const set = (column: 'invisible' | 'reserved') =>
  server.sql(`update profiles set ${column} = 1, searchable = ${column === 'reserved' ? 1 : 0} where id = ?`, anna.id)

describe('the file', () => {
  test('[PWA-11] is served in each size, cached only on the device, and revalidated at every use', async () => {
    const id = add()
    for (const [size, bytes] of Object.entries(RENDITIONS)) {
      const response = await get(`/photos/${id}/${size}`, bert)
      expect(response.status).toBe(200)
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
      expect(response.headers.get('content-type')).toBe('image/webp')
      expect(response.headers.get('cache-control')).toBe('private, no-cache')
      const again = await get(`/photos/${id}/${size}`, bert, { 'if-none-match': response.headers.get('etag') ?? '' })
      expect(again.status).toBe(304)
    }
  })

  test('is served in part for a range request', async () => {
    const id = add()
    const part = await get(`/photos/${id}/full`, bert, { range: 'bytes=1-2' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1-2/5'])
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(new Uint8Array([2, 3]))
    const etag = part.headers.get('etag') ?? ''
    expect((await get(`/photos/${id}/full`, bert, { range: 'bytes=1-2', 'if-range': etag })).status).toBe(206)
    expect((await get(`/photos/${id}/full`, bert, { range: 'bytes=1-2', 'if-range': '"x"' })).status).toBe(200)
    const beyond = await get(`/photos/${id}/full`, bert, { range: 'bytes=9-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */5'])
    // A range of a locked photo is locked too.
    const locked = add({ isPrivate: true })
    expect((await get(`/photos/${locked}/full`, bert, { range: 'bytes=0-0' })).status).toBe(403)
  })

  test.each([
    '/photos/999/full',
    '/photos/1/huge',
    '/photos/x/full',
    '/photos/0/full',
    '/photos/1e3/full',
    '/photos/-1/thumb',
  ])('%s is no photo', async (path) => {
    add()
    const response = await get(path, bert)
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store'])
  })
})

describe('permission to load a photo', () => {
  test('[PROF-5] only the owner can load pending and rejected photos', async () => {
    for (const id of [add({ status: 'pending' }), add({ status: 'rejected' })]) {
      expect(await given(id, anna)).toBe('full')
      for (const viewer of [bert, rich, undefined]) expect(await given(id, viewer)).toBe('none')
    }
  })

  test('[PROF-6] free members and visitors get the main photo and two more, Premium members all', async () => {
    const ids = Array.from({ length: 6 }, (_, position) => add({ position }))
    // The main photo is not the first; inactive and private photos do not count.
    setMain(server, anna, ids[4] ?? '')
    add({ status: 'pending', position: -2 })
    add({ isPrivate: true, position: -1 })
    const seen = ['full', 'full', 'locked', 'locked', 'full', 'locked']
    for (const viewer of [bert, undefined]) {
      const got = await Promise.all(ids.map((id) => given(id, viewer)))
      expect(got).toEqual(seen)
    }
    for (const id of ids) expect(await given(id, rich)).toBe('full')
    const { photos } = (await server.as(bert)('members.get', { params: { id: String(anna.id) } })).body.profile
    const locks = photos.filter(({ id }) => ids.includes(id)).map(({ locked }) => (locked ? 'locked' : 'full'))
    expect(locks).toEqual(seen)
  })

  test('[PROF-6] a viewer with only the blurred size gets an error that says so, and the error is not cached', async () => {
    const id = add({ isPrivate: true })
    const response = await get(`/photos/${id}/full`, rich)
    expect([response.status, await response.json()]).toEqual([403, { error: 'photo_locked' }])
    expect(response.headers.get('cache-control')).toBe('no-store')
    const blur = await get(`/photos/${id}/blur`, rich)
    expect(new Uint8Array(await blur.arrayBuffer())).toEqual(RENDITIONS.blur)
  })

  test("[PROF-6] Premium members get private photos after the owner's like or in a conversation", async () => {
    const id = add({ isPrivate: true })
    expect(await given(id, anna)).toBe('full')
    for (const viewer of [bert, rich, undefined]) expect(await given(id, viewer)).toBe('locked')
    await like(rich, anna)
    expect(await given(id, rich)).toBe('locked')
    await like(anna, rich)
    await like(anna, bert)
    expect(await given(id, rich)).toBe('full')
    expect(await given(id, bert)).toBe('locked')
  })

  test('[PROF-11] a member in privacy mode shows only the blurred main photo until there is a match', async () => {
    const [main, other] = [add(), add()]
    setMain(server, anna, main)
    set('reserved')
    for (const viewer of [bert, rich, undefined]) {
      expect(await given(main, viewer)).toBe('locked')
      expect(await given(other, viewer)).toBe('none')
    }
    await like(bert, anna)
    await like(anna, bert)
    expect([await given(main, bert), await given(other, bert)]).toEqual(['full', 'full'])
  })

  test('[PROF-6] the same picture on two accounts has nothing in common in its headers', async () => {
    const ids = [add(), addPhoto(server, bert, { hash })]
    const validators = await Promise.all(
      ids.map(async (id) => (await get(`/photos/${id}/full`, rich)).headers.get('etag')),
    )
    expect(new Set(validators).size).toBe(2)
    for (const validator of validators) expect(validator).not.toContain(hash)
  })

  test('[PROF-6] a copy with the former validator is sent again, then revalidated with the new one', async () => {
    const id = add()
    const anew = await get(`/photos/${id}/full`, rich, { 'if-none-match': `"${hash}-full"` })
    expect(anew.status).toBe(200)
    const etag = anew.headers.get('etag') ?? ''
    expect((await get(`/photos/${id}/full`, rich, { 'if-none-match': etag })).status).toBe(304)
  })

  test('[PROF-10] an invisible member shows no photo until they like or write first', async () => {
    const id = add()
    set('invisible')
    for (const viewer of [bert, rich, undefined]) expect(await given(id, viewer)).toBe('none')
    await like(anna, bert)
    expect(await given(id, bert)).toBe('full')
    expect(await given(id, rich)).toBe('none')
  })

  test('[CHAT-9] a blocked member gets no photo of the blocker; the blocker gets a blurred main photo', async () => {
    const [annas, berts] = [add(), addPhoto(server, bert, { hash })]
    setMain(server, bert, berts)
    await block(anna, bert)
    expect(await given(annas, bert)).toBe('none')
    expect(await given(berts, anna)).toBe('locked')
    expect(await given(annas)).toBe('full')
  })

  test('[DESK-7] a suspended or banned member can load their own photos, and nobody else’s', async () => {
    const [annas, berts] = [add(), addPhoto(server, bert, { hash })]
    for (const sanction of ['suspended', 'banned']) {
      server.sql('update users set sanction = ? where id = ?', sanction, bert.id)
      expect([await given(annas, bert), await given(berts, bert)]).toEqual(['none', 'full'])
    }
    server.sql("update users set sanction = 'restricted' where id = ?", bert.id)
    expect(await given(annas, bert)).toBe('full')
  })

  test('[ACC-6] members who are unconfirmed, leaving or gone show no photo', async () => {
    const id = add()
    for (const status of ['not_confirmed', 'deleting', 'deleted']) {
      server.sql('update users set status = ? where id = ?', status, anna.id)
      for (const viewer of [bert, rich, undefined]) expect(await given(id, viewer)).toBe('none')
    }
  })

  test('[FIND-4] visitors get no photo if the site shows them nobody, unless they come from a traffic source', async () => {
    await server.close()
    await start({ logged_out_search: 'none', logged_out_search_trafficsource: 'limited' })
    const id = add()
    expect([await given(id), await given(id, bert)]).toEqual(['none', 'full'])
    const withSource = await get(`/photos/${id}/full`, undefined, { cookie: 'trafficsource=network=a' })
    expect(withSource.status).toBe(200)
  })
})

test('[SAFE-6] photos of others have a limit for each member; own photos, and those that the device holds already, do not count', async () => {
  server = await createTestServer({ rates: { ...RATES, photo: { count: 3, perMs: HOUR_MS } } })
  anna = await server.signUp('Anna')
  bert = await server.signUp('Bert')
  hash = await server.photos.put(RENDITIONS)
  const photo = add()
  const own = addPhoto(server, bert, { hash })
  const [first] = [await get(`/photos/${photo}/card`, bert), await get(`/photos/${photo}/card`, bert)]
  const known = { 'if-none-match': first.headers.get('etag') ?? '' }
  for (let time = 0; time < 5; time += 1) {
    expect((await get(`/photos/${photo}/card`, bert, known)).status).toBe(304)
    expect(await statusOf(own, 'card', bert)).toBe(200)
  }
  expect(await statusOf(photo, 'full', bert)).toBe(200)
  const refused = await get(`/photos/${photo}/thumb`, bert)
  expect([refused.status, await refused.json()]).toEqual([429, { error: 'rate_limited', retry_after: 1_200 }])
  expect(refused.headers.get('retry-after')).toBe('1200')
  expect(await statusOf(own, 'thumb', bert)).toBe(200)
  server.clock.advance(HOUR_MS / 3)
  expect(await statusOf(photo, 'thumb', bert)).toBe(200)
})
