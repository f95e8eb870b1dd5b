import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { sendFile } from './send-file.ts'

const BYTES = new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
const ETAG = '"ten"'
const FILE = { type: 'image/webp', etag: ETAG, cacheControl: 'private, max-age=31536000, immutable', bytes: BYTES }

const app = new Hono()
  .get('/photo', (c) => sendFile(c, FILE, { 'x-content-type-options': 'nosniff' }))
  .get('/weak', (c) => sendFile(c, { ...FILE, etag: 'W/"ten"' }))
  .get('/empty', (c) => sendFile(c, { ...FILE, bytes: new Uint8Array() }))
  .get('/text', (c) => sendFile(c, { ...FILE, type: 'text/html', br: new Uint8Array([42]), gzip: undefined }))
  .get('/missing', (c) => sendFile(c, FILE, {}, 404))

const get = async (headers: Record<string, string> = {}, path = '/photo', method = 'GET') => {
  const response = await app.request(path, { method, headers })
  const bytes = [...new Uint8Array(await response.arrayBuffer())]
  return { status: response.status, bytes, header: (name: string) => response.headers.get(name) }
}

test('a file is sent whole, with the headers for caching and ranges', async () => {
  const { status, bytes, header } = await get()
  expect([status, bytes]).toEqual([200, [...BYTES]])
  expect(header('etag')).toBe(ETAG)
  expect(header('cache-control')).toBe('private, max-age=31536000, immutable')
  expect(header('accept-ranges')).toBe('bytes')
  expect(header('content-type')).toBe('image/webp')
  expect(header('x-content-type-options')).toBe('nosniff')
})

test('[OPS-13] a file says its size before Node sends it, so that the log has it: whole or compressed', async () => {
  for (const [encoding, size] of [
    ['br', 1],
    ['', BYTES.length],
  ] as const) {
    const { header } = await get({ 'accept-encoding': encoding }, '/text')
    expect(header('content-length')).toBe(String(size))
  }
})

test.each([ETAG, `"other", ${ETAG}`, `W/${ETAG}`, '*', ` ${ETAG} `])(
  'If-None-Match: %s is answered 304',
  async (tag) => {
    const { status, bytes, header } = await get({ 'if-none-match': tag, range: 'bytes=0-1' })
    expect([status, bytes, header('etag')]).toEqual([304, [], ETAG])
    expect(header('cache-control')).toBe('private, max-age=31536000, immutable')
  },
)

test.each(['"other"', 'ten', ''])('If-None-Match: %j is another file', async (tag) => {
  expect((await get({ 'if-none-match': tag })).status).toBe(200)
})

test.each([
  ['bytes=0-3', [0, 1, 2, 3], '0-3'],
  ['bytes=4-', [4, 5, 6, 7, 8, 9], '4-9'],
  ['bytes=-3', [7, 8, 9], '7-9'],
  ['bytes=8-99', [8, 9], '8-9'],
  ['bytes=-99', [...BYTES], '0-9'],
  ['bytes=9-9', [9], '9-9'],
  ['BYTES = 1 - 2', [1, 2], '1-2'],
])('Range: %s is answered with that part', async (range, part, named) => {
  const { status, bytes, header } = await get({ range })
  expect([status, bytes, header('content-range')]).toEqual([206, part, `bytes ${named}/10`])
  expect([header('etag'), header('content-type')]).toEqual([ETAG, 'image/webp'])
  expect(header('cache-control')).toBe('private, max-age=31536000, immutable')
})

test.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=99999999999999999999-'])(
  'Range: %s cannot be met',
  async (range) => {
    const { status, bytes, header } = await get({ range })
    expect([status, bytes, header('content-range')]).toEqual([416, [], 'bytes */10'])
  },
)

test.each(['bytes=', 'bytes=-', 'bytes=5-2', 'bytes=0-1,4-5', 'bytes=a-b', 'bytes=1', 'pages=1-2', 'bytes=-1-2', ''])(
  'Range: %j is passed over',
  async (range) => {
    const { status, bytes } = await get({ range })
    expect([status, bytes]).toEqual([200, [...BYTES]])
  },
)

const partOf = async (ifRange: string, path = '/photo') =>
  (await get({ range: 'bytes=0-0', 'if-range': ifRange }, path)).status

test('If-Range matches this very file only', async () => {
  expect(await partOf(ETAG)).toBe(206)
  expect(await partOf('"older"')).toBe(200)
  expect(await partOf(`W/${ETAG}`)).toBe(200)
  expect(await partOf('Thu, 01 Jan 2026 00:00:00 GMT')).toBe(200)
  expect(await partOf('W/"ten"', '/weak')).toBe(200)
})

test('HEAD, empty, encoded and missing files have no ranges', async () => {
  const range = 'bytes=0-1'
  expect((await get({ range }, '/photo', 'HEAD')).status).toBe(200)
  expect((await get({ range }, '/empty')).status).toBe(416)
  expect((await get({ range: 'bytes=-5' }, '/empty')).status).toBe(416)
  const text = await get({ range, 'accept-encoding': 'br' }, '/text')
  expect([text.status, text.bytes, text.header('accept-ranges')]).toEqual([200, [42], null])
  expect((await get({ range, 'if-none-match': ETAG }, '/missing')).status).toBe(404)
})
