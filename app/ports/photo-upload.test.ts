// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { REQUEST_ID_HEADER } from '#contract/device.ts'
import { controlled } from './service-worker.ts'
import { uploadPhoto } from './photo-upload.ts'

const KB = 1_024
const QUERY = { client_id: '01932b1c-8a4f-7c3d-9e2b-000000000001' }
const photo = new Blob([new Uint8Array(1_200 * KB)], { type: 'image/webp' })

/** A server that receives parts. `cutAt`: the number of the request that fails. `isOlder`: it takes no parts. */
const server = (cutAt: number, isOlder = false) => {
  let received = 0
  const requests: string[] = []
  vi.stubGlobal('fetch', async (path: string, { body, headers }: { body: Blob; headers: Record<string, string> }) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    const from = Number(searchParams.get('from') ?? 0)
    requests.push(`${pathname.split('/')[2]} ${from / KB} ${body.size / KB} ${headers['content-type']}`)
    if (requests.length === cutAt) throw new TypeError('Failed to fetch')
    if (pathname === '/api/photos') return Response.json({ photos: [], main: null })
    if (isOlder)
      return Response.json({ error: 'not_found' }, { status: 404, headers: { [REQUEST_ID_HEADER]: 'an-older-server' } })
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
  const shares: number[] = []
  const arrived = (share: number): void => void shares.push(share * 1_200)
  expect(await uploadPhoto('photos.add', QUERY, photo, { arrived })).toMatchObject({ ok: true })
  expect(shares).toEqual([544, 576, 1_088])
  const part = 'application/octet-stream'
  expect(requests).toEqual([
    `photo-parts 0 0 ${part}`,
    `photo-parts 0 32 ${part}`,
    `photo-parts 32 512 ${part}`,
    `photo-parts 544 512 ${part}`,
    `photo-parts 0 0 ${part}`,
    `photo-parts 544 32 ${part}`,
    `photo-parts 576 512 ${part}`,
    'photos 1088 112 image/webp',
  ])
})

test('[PWA-10] [PROF-4] without a worker, a server of before, which takes no parts, gets a large photo in one request', async () => {
  const requests = server(0, true)
  expect(await uploadPhoto('photos.add', QUERY, photo)).toMatchObject({ ok: true })
  expect(requests).toEqual(['photo-parts 0 0 application/octet-stream', 'photos 0 1200 image/webp'])
})

test('[PWA-2] a worker gets the photo whole, because it stores the photo', async () => {
  controlled.value = true
  const requests = server(0)
  await uploadPhoto('photos.add', QUERY, photo)
  expect(requests).toEqual(['photos 0 1200 image/webp'])
})
