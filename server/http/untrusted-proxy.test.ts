import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createTestServer } from '../testing/test-server.ts'

/** The warnings of a server that gets two requests with a header. */
const warningsAfter = async (header: string, TRUST_PROXY: number): Promise<unknown[]> => {
  const lines: string[] = []
  const sink = new Writable({ write: (chunk: Buffer, _, done) => (lines.push(chunk.toString()), done()) })
  const server = await createTestServer({ log: pino({ level: 'warn' }, sink), env: { TRUST_PROXY } })
  for (const path of ['/api/settings', '/healthz'])
    await server.app.request(path, { headers: { [header]: '203.0.113.9' } })
  await server.close()
  return lines.map((line): unknown => (JSON.parse(line) as { msg: unknown }).msg)
}

test('[OPS-9] a forwarded address that no trusted proxy wrote is logged once, with the setting to change', async () => {
  const because = 'while TRUST_PROXY is 0, so all visitors share one address and a rate limit hits everybody'
  expect(await warningsAfter('x-forwarded-for', 0)).toEqual([
    `requests carry X-Forwarded-For ${because}: set TRUST_PROXY to the number of your proxies`,
  ])
  expect(await warningsAfter('forwarded', 0)).toEqual([
    `requests carry Forwarded ${because}: let the proxy write X-Forwarded-For, and set TRUST_PROXY to the number of your proxies`,
  ])
  expect(await warningsAfter('x-forwarded-for', 1)).toEqual([])
  expect(await warningsAfter('accept', 0)).toEqual([])
})
