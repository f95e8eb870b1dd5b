import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HEARTBEAT_MS } from '#contract/events.ts'
import { DESK_IDLE_MS } from '../../http/desk-caller.ts'
import { addTestStaff, type TestStaff } from '../../testing/desk.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let staff: TestStaff
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = await createTestServer()
  staff = await addTestStaff(server.deps, 'Orla', 'moderator')
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

const openStream = async () => {
  const answer = await server.app.request('http://localhost/api/desk/events', { headers: { cookie: staff.cookie } })
  const reader = answer.body?.getReader()
  const next = async (): Promise<string | null> => {
    const read = await reader?.read()
    return read === undefined || read.done ? null : new TextDecoder().decode(read.value)
  }
  expect(await next()).toBe(': open\n\n')
  return { next, cancel: () => reader?.cancel(), type: answer.headers.get('content-type') }
}

test('[DESK-4] a claim of a colleague reaches the open desk as a hint', async () => {
  const stream = await openStream()
  expect(stream.type).toBe('text/event-stream')
  await server.deps.write(async (tx) => tx.deskChanged('claim'))
  expect(await stream.next()).toBe('data: claim\n\n')
  await stream.cancel()
  // A closed stream gets no further hint, which would throw.
  await server.deps.write(async (tx) => tx.deskChanged('queue'))
})

test('[DESK-1] the stream ends with the session, and does not count as its use', async () => {
  const stream = await openStream()
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
  expect(await stream.next()).toBe('event: beat\ndata:\n\n')
  server.clock.advance(DESK_IDLE_MS)
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
  expect(await stream.next()).toBeNull()
})

test('[DESK-1] reads after a hint do not keep an abandoned session alive', async () => {
  const read = (headers: Record<string, string>): Promise<number> =>
    Promise.resolve(
      server.app.request('http://localhost/api/desk/queue', { headers: { cookie: staff.cookie, ...headers } }),
    ).then(({ status }) => status)
  const half = DESK_IDLE_MS / 2 + 1_000
  server.clock.advance(half)
  expect(await read({ 'x-desk-background': '1' })).toBe(200)
  server.clock.advance(half)
  expect(await read({})).toBe(401)
})
