import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PHOTO_BYTES_MAX } from '#contract/limits.ts'
import { controlled } from '../ports/service-worker.ts'
import { storedPhotos } from './stored-photos.ts'

const asked: string[] = []
let answer: () => Response = () => Response.json({})

beforeEach(() => {
  asked.length = 0
  controlled.value = true
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${decodeURIComponent(url)}`)
    return answer()
  })
})
afterEach(() => {
  controlled.value = false
  vi.unstubAllGlobals()
})

const AS = { id: '0199aaaa-0000-7000-8000-000000000001', place: '7-9', name: 'sea.jpg' }

test('[CHAT-2] a photo is stored under its id, and stored again with its colours and size after preparation', async () => {
  await storedPhotos.store(AS, new Blob(['x']))
  await storedPhotos.store(AS, new Blob(['x']), { colours: 'aa', width: 4, height: 3 })
  await storedPhotos.drop(AS.id)
  const query = `id=${AS.id}&place=7-9&name=sea.jpg`
  expect(asked).toEqual([
    `POST /api/device/drafts?${query}`,
    `POST /api/device/drafts?${query}&colours=aa&width=4&height=3`,
    `DELETE /api/device/drafts/${AS.id}`,
  ])
})

test('without a worker nothing is requested and nothing fails; a photo that is too large is not stored', async () => {
  await storedPhotos.store(AS, { size: PHOTO_BYTES_MAX + 1 } as Blob)
  controlled.value = false
  await storedPhotos.store(AS, new Blob(['x']))
  await storedPhotos.drop(AS.id)
  expect(await storedPhotos.list()).toBeNull()
  expect(asked).toEqual([])
})

test('[PWA-9] a stored photo comes back as a file with its name; a deleted one is null', async () => {
  answer = () => new Response('bytes', { headers: { 'content-type': 'image/webp' } })
  const file = await storedPhotos.file(AS)
  expect([file?.name, file?.type, await file?.text()]).toEqual(['sea.jpg', 'image/webp', 'bytes'])
  answer = () => new Response(null, { status: 404 })
  expect(await storedPhotos.file(AS)).toBeNull()
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  expect(await storedPhotos.file(AS)).toBeNull()
})
