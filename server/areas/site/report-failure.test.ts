import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RATES } from '../../rates.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let lines: string[]

beforeEach(async () => {
  lines = []
  // Each request has a line of its own beside the report's [OPS-13].
  const note = (line: string): void => {
    if (!line.includes('"msg":"request"')) lines.push(line)
  }
  const sink = new Writable({ write: (chunk: Buffer, _, done) => (note(chunk.toString()), done()) })
  server = await createTestServer({ log: pino({ level: 'info' }, sink), rates: RATES })
})
afterEach(() => server.close())

const report = (message: unknown) => server.visitor('failures.report', { body: { message } as never })

describe('[SHELL-5] a screen that failed', () => {
  test('is logged once, with its error text and no other content', async () => {
    expect((await report('TypeError: x is not a function')).status).toBe(200)
    const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(said).toHaveLength(1)
    expect(said[0]).toMatchObject({ event: 'screen_failed', words: 'TypeError: x is not a function' })
    expect(Object.keys(said[0] ?? {}).toSorted()).toEqual(
      ['event', 'hostname', 'level', 'msg', 'pid', 'time', 'words'].toSorted(),
    )
  })

  test('[SAFE-9] no report contains a name', async () => {
    await report('anna@example.org called /members?token=abc\nfrom +39 333 123 4567')
    // Process id and time may contain any number.
    const said = lines.join('').replaceAll(/"(?:time|pid)":\d+/g, '')
    expect(said).not.toMatch(/anna|abc|333/)
  })

  test('[SAFE-3] a text that is too long is refused', async () => {
    expect((await report('x'.repeat(301))).status).toBe(400)
    expect((await report(' ')).status).toBe(400)
    expect(lines).toEqual([])
  })

  test('[SAFE-6] one address cannot fill the log', async () => {
    for (let told = 0; told < RATES.failure.count; told += 1) await report('again')
    expect((await report('again')).status).toBe(429)
    expect(lines).toHaveLength(RATES.failure.count)
  })
})
