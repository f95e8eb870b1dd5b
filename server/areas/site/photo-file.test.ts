import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const RENDITIONS = { full: new Uint8Array([1, 2, 3]), card: new Uint8Array([4, 5]), thumb: new Uint8Array([6]) }

let server: TestServer
let anna: TestMember
let bert: TestMember

beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna')
  bert = await server.signUp('Bert')
})
afterEach(() => server.close())

const addPhoto = async (owner: TestMember, status = 'active', isPrivate = 0): Promise<number> => {
  const hash = await server.photos.put(RENDITIONS)
  const [row] = server.sql(
    'insert into photos (owner, hash, status, private, created_at) values (?, ?, ?, ?, 0) returning id',
    owner.id,
    hash,
    status,
    isPrivate,
  )
  return Number(row?.['id'])
}

const get = (path: string, viewer?: TestMember, headers: Record<string, string> = {}) =>
  server.app.request(path, { headers: { ...headers, ...(viewer ? { cookie: viewer.cookie } : {}) } })

test('a photo is there in each size, for this device to keep for ever', async () => {
  const id = await addPhoto(anna)
  for (const [size, bytes] of Object.entries(RENDITIONS)) {
    const response = await get(`/photos/${id}/${size}`, bert)
    expect(response.status).toBe(200)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    const again = await get(`/photos/${id}/${size}`, bert, { 'if-none-match': response.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  }
})

test('[PROF-5] others see active photos that are not private, the owner sees all', async () => {
  for (const id of [
    await addPhoto(anna, 'pending'),
    await addPhoto(anna, 'rejected'),
    await addPhoto(anna, 'active', 1),
  ]) {
    expect((await get(`/photos/${id}/full`, anna)).status).toBe(200)
    expect((await get(`/photos/${id}/full`, bert)).status).toBe(404)
    expect((await get(`/photos/${id}/full`)).status).toBe(404)
  }
})

test('[CHAT-9] who is blocked does not see the photos of who blocks', async () => {
  const id = await addPhoto(anna)
  await server.as(anna)('blocks.put', { params: { profile: String(bert.id) } })
  expect((await get(`/photos/${id}/full`, bert)).status).toBe(404)
  expect((await get(`/photos/${id}/full`)).status).toBe(200)
})

test('of whoever is gone, nothing is shown', async () => {
  const id = await addPhoto(anna)
  server.sql(`update users set status = 'deleted' where id = ?`, anna.id)
  expect((await get(`/photos/${id}/full`, bert)).status).toBe(404)
})

test.each([
  '/photos/999/full',
  '/photos/1/huge',
  '/photos/x/full',
  '/photos/0/full',
  '/photos/1e3/full',
  '/photos/-1/thumb',
])('%s is no photo', async (path) => {
  await addPhoto(anna)
  const response = await get(path, bert)
  expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store'])
})
