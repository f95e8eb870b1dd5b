import { expect, test } from 'vitest'
import { isRefusal } from './reply.ts'
import { discardUpload, headersRefusal, readUpload, roomFor } from './upload.ts'

const UPLOAD = { bytesMax: 1_000, types: ['image/jpeg'] }

const request = (
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null,
  headers: Record<string, string> = {},
) =>
  // Node requires `duplex`, which the DOM's types lack.
  new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)

const pieces = (count: number, size: number) => {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1
      controller.enqueue(new Uint8Array(size).fill(sent))
      if (sent === count) controller.close()
    },
  })
  return { body, sent: () => sent }
}

const answerOf = async (reading: Promise<unknown>): Promise<unknown> => {
  const result = await reading
  return isRefusal(result) ? result.body : [...(result as Uint8Array)]
}

test('a file is read whole, whatever its chunks', async () => {
  const { body } = pieces(4, 3)
  expect(await answerOf(readUpload(request(body), UPLOAD))).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4])
  expect(await answerOf(readUpload(request(new Uint8Array([7, 8])), UPLOAD))).toEqual([7, 8])
  expect(await answerOf(readUpload(request(null), UPLOAD))).toEqual([])
})

test('[SAFE-3] reading a file that is too large stops at the limit', async () => {
  const endless = pieces(Infinity, 100)
  expect(await answerOf(readUpload(request(endless.body), UPLOAD))).toEqual({ error: 'photo_too_large', limit: 1_000 })
  expect(endless.sent()).toBeLessThan(15)
  const exact = pieces(10, 100)
  expect(await answerOf(readUpload(request(exact.body), UPLOAD))).toHaveLength(1_000)
})

test('[SAFE-6] a client that sends nothing for long, or too slowly, is asked to retry', async () => {
  const silent = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(1)) })
  const late = { error: 'rate_limited', retry_after: 5 }
  expect(await answerOf(readUpload(request(silent), UPLOAD, { pieceMs: 5, wholeMs: 10_000 }))).toEqual(late)
  let isGone = false
  const slow = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await new Promise((resolve) => setImmediate(resolve))
      if (!isGone) controller.enqueue(new Uint8Array(0))
    },
    cancel: () => {
      isGone = true
    },
  })
  expect(await answerOf(readUpload(request(slow), UPLOAD, { pieceMs: 10_000, wholeMs: 20 }))).toEqual(late)
})

test('an aborted upload is a broken photo, not a server error', async () => {
  const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('reset')) })
  expect(await answerOf(readUpload(request(broken), UPLOAD))).toEqual({ error: 'photo_broken' })
  const again = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('reset')) })
  await discardUpload(request(again), UPLOAD)
})

test('an unwanted upload is read to its end, but within the limits', async () => {
  const some = pieces(5, 100)
  await discardUpload(request(some.body), UPLOAD)
  expect(some.sent()).toBe(5)
  const endless = pieces(Infinity, 100)
  await discardUpload(request(endless.body), UPLOAD)
  expect(endless.sent()).toBeLessThan(15)
})

test('headers with a too large length or another type are enough to refuse', () => {
  const refusalOf = (headers: Record<string, string>) => headersRefusal(new Headers(headers), UPLOAD)?.body.error
  expect(refusalOf({ 'content-type': 'image/jpeg' })).toBeUndefined()
  expect(refusalOf({ 'content-type': 'IMAGE/JPEG; charset=binary', 'content-length': '1000' })).toBeUndefined()
  expect(refusalOf({ 'content-type': 'image/jpeg', 'content-length': '1001' })).toBe('photo_too_large')
  expect(refusalOf({ 'content-type': 'image/svg+xml' })).toBe('photo_type')
  expect(refusalOf({})).toBe('photo_type')
  expect(roomFor(new Headers({ 'content-length': '12' }), UPLOAD)).toBe(12)
  expect(roomFor(new Headers(), UPLOAD)).toBe(1_000)
})
