import { serve, type ServerType } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { announce } from './announce.ts'

let server: TestServer
let http: ServerType
let origin: string

beforeEach(async () => {
  server = await createTestServer()
  const listening = Promise.withResolvers<void>()
  http = serve({ fetch: server.app.fetch, port: 0, hostname: '127.0.0.1' }, () => listening.resolve())
  await listening.promise
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.deps.live.closeAll()
  await new Promise((resolve) => http.close(resolve))
  await server.close()
})

/** Opens a stream; each `next` is the next block of it. */
const openStream = async (member: TestMember) => {
  const response = await fetch(`${origin}/api/events`, { headers: { cookie: member.cookie } })
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  const next = async (): Promise<string | null> => {
    while (!text.includes('\n\n')) {
      const { value, done } = await reader.read()
      if (done) return null
      text += new TextDecoder().decode(value)
    }
    const [block = ''] = text.split('\n\n')
    text = text.slice(block.length + 2)
    return block
  }
  return { response, next }
}

const data = (event: object) => `data: ${JSON.stringify(event)}`

test('the stream opens with where the feed stands, and hints at each change after its commit', async () => {
  const anna = await server.signUp('Anna')
  await server.deps.write((tx) => announce(tx, anna.id, 'user', 0))
  const { response, next } = await openStream(anna)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(await next()).toBe(': open')
  expect(await next()).toBe(data({ type: 'change', seq: 1 }))
  expect(server.deps.live.isOpen(anna.id)).toBe(true)
  await server.deps.write((tx) => announce(tx, anna.id, 'user', 0))
  expect(await next()).toBe(data({ type: 'change', seq: 2 }))
})

test('what was rolled back is not heard of', async () => {
  const anna = await server.signUp('Anna')
  const { next } = await openStream(anna)
  await next()
  await next()
  const failing = server.deps.write(async (tx) => {
    await announce(tx, anna.id, 'user', 0)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await server.deps.write((tx) => announce(tx, anna.id, 'user', 0))
  expect(await next()).toBe(data({ type: 'change', seq: 1 }))
})

test('logout tells the stream of its session and ends it', async () => {
  const anna = await server.signUp('Anna')
  const { next } = await openStream(anna)
  await next()
  await next()
  await server.as(anna)('logout')
  expect(await next()).toBe(data({ type: 'logout' }))
  expect(await next()).toBeNull()
  await expect.poll(() => server.deps.live.isOpen(anna.id)).toBe(false)
})

test('[ACC-12] a deletion ends the stream though it announces more behind it', async () => {
  const anna = await server.signUp('Anna')
  const { next } = await openStream(anna)
  await next()
  await next()
  const { status } = await server.as(anna)('user.delete', { body: { password: TEST_PASSWORD } })
  expect(status).toBe(200)
  expect(await next()).toBe(data({ type: 'logout' }))
  expect(await next()).toBeNull()
  await expect.poll(() => server.deps.live.isOpen(anna.id)).toBe(false)
})

test('[OPS-4] a shutdown ends the streams', async () => {
  const anna = await server.signUp('Anna')
  const { next } = await openStream(anna)
  await next()
  await next()
  server.deps.live.closeAll()
  expect(await next()).toBeNull()
})

test('a visitor gets no stream', async () => {
  const response = await fetch(`${origin}/api/events`)
  expect(response.status).toBe(403)
})
