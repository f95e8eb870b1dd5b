import { afterEach, expect, test, vi } from 'vitest'
import { call } from './api.ts'
import { linesOf, streamCall } from './api-stream.ts'
import { controlled } from './service-worker.ts'

afterEach(() => {
  vi.useRealTimers()
  controlled.value = false
  vi.unstubAllGlobals()
})

const streaming = (...pieces: string[]): Response =>
  new Response(
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
        controller.close()
      },
    }),
  )

test('[ACC-7] a stream is reported line by line, wherever its chunks end', async () => {
  const lines: unknown[] = []
  const fetch = vi.fn(async () =>
    streaming('{"state":"beg', 'un"}\n\n{"state":"done"}\nnot json\n', '{"state":"last"}'),
  )
  vi.stubGlobal('fetch', fetch)
  expect(await streamCall('activation.send', {}, (line) => lines.push(line))).toBeNull()
  expect(lines).toEqual([{ state: 'begun' }, { state: 'done' }, { state: 'last' }])
  expect(fetch).toHaveBeenCalledWith('/api/activation', expect.objectContaining({ method: 'POST' }))
})

test('[ACC-7] a stream that does not begin or breaks off returns its error', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ error: 'already_confirmed' }, { status: 409 }))
  expect(await streamCall('activation.send', {}, () => {})).toEqual({ error: 'already_confirmed' })
  const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('gone')) })
  vi.stubGlobal('fetch', async () => new Response(broken))
  expect(await streamCall('activation.send', {}, () => {})).toEqual({ error: 'network_unavailable' })
})

const portal = (status: number) => async () =>
  new Response('<h1>Hotel</h1>', { status, headers: { 'content-type': 'text/html' } })

test('[PWA-1] the page of a captive portal is no answer', async () => {
  for (const status of [200, 403, 511]) {
    vi.stubGlobal('fetch', portal(status))
    expect(await streamCall('activation.send', {}, () => {})).toEqual({ error: 'network_unavailable' })
    expect(await call('user.get', {})).toEqual({ ok: false, error: { error: 'network_unavailable' } })
  }
})

/** A network that accepts requests and never answers them, and fake timers. */
const stalled = (): { signals: (AbortSignal | null | undefined)[] } => {
  const signals: (AbortSignal | null | undefined)[] = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    signals.push(signal)
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    })
  })
  return { signals }
}

test('[PWA-1] without a worker, a call ends on a network that never answers; an upload has more time', async () => {
  stalled()
  const asked = [call('user.get', {}), streamCall('activation.send', {}, () => {})]
  const query = { client_id: '01890000-0000-7000-8000-00000000000a' }
  const ended: string[] = []
  const upload = call('photos.add', { query }, { upload: new Blob(['x'], { type: 'image/webp' }) })
  void upload.then(() => ended.push('upload'))
  void asked[0]?.then(() => ended.push('call'))
  await vi.advanceTimersByTimeAsync(29_000)
  expect(ended).toEqual([])
  await vi.advanceTimersByTimeAsync(31_000)
  expect(ended).toEqual(['call'])
  expect(await asked[0]).toEqual({ ok: false, error: { error: 'network_unavailable' } })
  expect(await asked[1]).toEqual({ error: 'network_unavailable' })
  await vi.advanceTimersByTimeAsync(180_000)
  expect(await upload).toEqual({ ok: false, error: { error: 'network_unavailable' } })
})

test('[PWA-1] a worker ends its requests itself, so the page waits for its answer', async () => {
  const { signals } = stalled()
  controlled.value = true
  void call('user.get', {})
  await vi.advanceTimersByTimeAsync(600_000)
  expect(signals).toEqual([undefined])
})

test.each([502, 503, 504])(
  '[SHELL-20] a proxy that answers %i with a page of its own, since no server answers it, is no fault',
  async (status) => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { status }))
    expect(await streamCall('activation.send', {}, () => {})).toEqual({ error: 'shutting_down' })
    expect(await call('user.get', {})).toEqual({ ok: false, error: { error: 'shutting_down' } })
  },
)

test.each([
  [429, { 'retry-after': '120' }, { error: 'rate_limited', retry_after: 120 }],
  [429, {}, { error: 'rate_limited' }],
  [413, {}, { error: 'body_too_large' }],
] as const)(
  '[SHELL-20] a proxy that refuses with %i and a page of its own has refused the request, and the network works',
  async (status, headers, error) => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { status, headers }))
    expect(await streamCall('activation.send', {}, () => {})).toEqual(error)
    expect(await call('user.get', {})).toEqual({ ok: false, error })
  },
)

test('a last line without a line break is reported at the end', () => {
  const received: unknown[] = []
  const lines = linesOf((line) => received.push(line))
  lines.push('1')
  lines.push('2')
  expect(received).toEqual([])
  lines.end()
  lines.end()
  expect(received).toEqual([12])
})
