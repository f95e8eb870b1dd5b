import { Writable } from 'node:stream'
import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { nameless } from '../logging.ts'
import { answerFailures } from './failure.ts'
import { observeRequests, REQUEST_ID_HEADER } from './request-log.ts'

const failing = (error: unknown) => {
  const lines: string[] = []
  const sink = new Writable({ write: (chunk: Buffer, _, done) => (lines.push(chunk.toString()), done()) })
  const app = new Hono()
  const log = pino({ level: 'error', serializers: { err: nameless } }, sink)
  answerFailures(app, { log })
  observeRequests(app, { log, random: (count) => new Uint8Array(count), measure: () => undefined })
  app.get('*', () => {
    throw error
  })
  return { app, lines }
}

test('[SHELL-5] an unexpected failure is logged once and answered without details', async () => {
  const { app, lines } = failing(new Error('the secret of the house'))
  const response = await app.request('/api/activate?token=very-secret')
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({ error: 'server_error' })
  const id = response.headers.get(REQUEST_ID_HEADER)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    request: id,
    method: 'GET',
    call: 'unknown_call',
    err: { message: 'the secret of the house' },
  })
  // [SAFE-9] The query carries tokens.
  expect(lines[0]).not.toContain('very-secret')
})

test('[SAFE-9] a failed query is logged with its cause, without its values', async () => {
  const cause = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
  const query = Object.assign(new Error('Failed query: insert ... params: carla@example.test', { cause }), {
    params: ['carla@example.test'],
  })
  const { app, lines } = failing(query)
  await app.request('/')
  expect(lines[0]).not.toContain('carla')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { code: 'SQLITE_BUSY', message: 'database is locked' } })
  expect(nameless(Object.assign(new Error('params: carla'), { params: [] }))).toMatchObject({
    message: 'a query failed',
  })
})
