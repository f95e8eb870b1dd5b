import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addTestStaff } from '../testing/desk.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let lines: string[]
beforeEach(async () => {
  lines = []
  const sink = new Writable({ write: (chunk: Buffer, _, done) => (lines.push(chunk.toString()), done()) })
  server = await createTestServer({ log: pino({ level: 'info' }, sink) })
})
afterEach(() => server.close())

const logged = (): Record<string, unknown>[] =>
  lines.map((line): Record<string, unknown> => JSON.parse(line)).filter(({ msg }) => msg === 'request')

test('[OPS-13] a request has one line with its call, status, time and id; path and query are not logged', async () => {
  const anna = await server.signUp('Anna')
  const response = await server.app.request(`/api/members/${anna.id}?secret=token`, {
    headers: { 'x-request-id': 'from-the-proxy', cookie: anna.cookie },
  })
  expect(response.headers.get('x-request-id')).toBe('from-the-proxy')
  expect(logged()).toEqual([
    expect.objectContaining({ request: 'from-the-proxy', call: 'members.get', status: response.status }),
  ])
  expect(lines.join('')).not.toMatch(new RegExp(`members/${anna.id}|secret`))
})

test('[OPS-13] the line of a request has its time and its bytes, also compressed or refused', async () => {
  const anna = await server.signUp('Anna')
  const { cookie: staff } = await addTestStaff(server.deps, 'Fay', 'finance')
  const asked: [call: string, path: string, headers: Record<string, string>][] = [
    ['members.get', `/api/members/${anna.id}`, { cookie: anna.cookie }],
    ['regions.get', '/api/regions', { 'accept-encoding': 'gzip' }],
    ['profile.get', '/api/profile', {}],
    ['desk.queue.list', '/api/desk/queue?filter=nothing', { cookie: staff }],
  ]
  const sizes: number[] = []
  for (const [, path, headers] of asked)
    sizes.push((await (await server.app.request(`http://localhost${path}`, { headers })).arrayBuffer()).byteLength)
  expect(logged().map(({ call, bytes, ms }) => [call, bytes, typeof ms])).toEqual(
    asked.map(([call], index) => [call, sizes[index], 'number']),
  )
})

test('[OPS-13] a request without a usable id gets one, and paths outside the calls are logged by kind', async () => {
  const response = await server.app.request('/photos/123/card', { headers: { 'x-request-id': 'two words' } })
  const id = response.headers.get('x-request-id')
  expect(id).toMatch(/^[\w-]{12}$/)
  await server.app.request('/api/nothing/77')
  await server.app.request('/healthz')
  expect(logged().map(({ call }) => call)).toEqual(['photo', 'unknown_call', 'health'])
  expect(logged()[0]).toMatchObject({ request: id })
})

test('[OPS-13] a file that a handler answers itself names its request too, such as a report of the desk', async () => {
  const { cookie } = await addTestStaff(server.deps, 'Fay', 'finance')
  const file = await server.app.request('http://localhost/api/desk/money/2026-06/csv', {
    headers: { cookie, 'x-request-id': 'from-the-proxy' },
  })
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(file.headers.get('x-request-id')).toBe('from-the-proxy')
})

test('[OPS-13] an answer without news stays small and names no request', async () => {
  const { cookie } = await server.signUp('Anna')
  const headers = { cookie, 'x-request-id': 'from-the-proxy' }
  const none = await server.app.request('http://localhost/api/sync?after=0', { headers })
  expect([none.status, none.headers.get('x-request-id')]).toEqual([204, null])
})
