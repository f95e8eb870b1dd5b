// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { controlled } from './service-worker.ts'
import { uploadPhoto } from './photo-upload.ts'

const KB = 1_024
const QUERY = { client_id: '01932b1c-8a4f-7c3d-9e2b-000000000001' }
const photo = new Blob([new Uint8Array(200 * KB)], { type: 'image/webp' })

/** A server that receives parts. `cutAt`: the number of the request that fails. */
const server = (cutAt: number) => {
  let received = 0
  const requests: string[] = []
  vi.stubGlobal('fetch', async (path: string, { body, headers }: { body: Blob; headers: Record<string, string> }) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    const from = Number(searchParams.get('from') ?? 0)
    requests.push(`${pathname.split('/')[2]} ${from / KB} ${body.size / KB} ${headers['content-type']}`)
    if (requests.length === cutAt) throw new TypeError('Failed to fetch')
    if (pathname === '/api/photos') return Response.json({ photos: [], main: null })
    if (from === received) received += body.size
    return Response.json({ received, is_known: false })
  })
  return requests
}

afterEach(() => {
  controlled.value = false
  vi.unstubAllGlobals()
})

test('[PWA-2] without a worker, an upload that was cut off continues with the part that is missing', async () => {
  const requests = server(4)
  expect(await uploadPhoto('photos.add', QUERY, photo)).toEqual({ ok: false, error: { error: 'network_unavailable' } })
  expect(await uploadPhoto('photos.add', QUERY, photo)).toMatchObject({ ok: true })
  const part = 'application/octet-stream'
  expect(requests).toEqual([
    `photo-parts 0 0 ${part}`,
    `photo-parts 0 32 ${part}`,
    `photo-parts 32 64 ${part}`,
    'photos 96 104 image/webp',
    `photo-parts 0 0 ${part}`,
    `photo-parts 96 32 ${part}`,
    `photo-parts 128 64 ${part}`,
    'photos 192 8 image/webp',
  ])
})

test('[PWA-2] a worker gets the photo whole, because it stores the photo', async () => {
  controlled.value = true
  const requests = server(0)
  await uploadPhoto('photos.add', QUERY, photo)
  expect(requests).toEqual(['photos 0 200 image/webp'])
})
