import { afterEach, expect, test, vi } from 'vitest'
import { call } from './api.ts'
import { linesOf, streamCall } from './api-stream.ts'

afterEach(() => {
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

test.each([502, 503, 504])(
  '[SHELL-20] a proxy that answers %i with a page of its own, since no server answers it, is no fault',
  async (status) => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { status }))
    expect(await streamCall('activation.send', {}, () => {})).toEqual({ error: 'shutting_down' })
    expect(await call('user.get', {})).toEqual({ ok: false, error: { error: 'shutting_down' } })
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
