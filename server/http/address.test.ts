import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { addressOf, networkOf, wideNetworkOf } from './address.ts'
import { createTestServer } from '../testing/test-server.ts'

describe('[SAFE-6] the network of an address', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    [' 192.0.2.7 ', '192.0.2.7'],
    ['192.0.2.7:51234', '192.0.2.7'],
    ['"192.0.2.7:51234"', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['[::ffff:192.0.2.7]:443', '192.0.2.7'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0000::ffff:1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
    ['[2001:db8::1]', '2001:db8:0:0::/64'],
    ['[2001:db8::1]:51234', '2001:db8:0:0::/64'],
    ['"[2001:db8::1]:51234"', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
    ['_hidden', 'unknown'],
    ['', 'unknown'],
    ['x'.repeat(5_000), 'unknown'],
  ])('of %j is %s', (entry, network) => {
    expect(networkOf(entry)).toBe(network)
  })

  test.each([
    ['2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['192.0.2.7', null],
    ['unknown', null],
  ])('the wider network of %s is %s', (network, wide) => {
    expect(wideNetworkOf(network)).toBe(wide)
  })
})

const ask = async (forwarded: string, TRUST_PROXY: number): Promise<string> => {
  const app = new Hono().get('/', (c) => c.text(addressOf(c, { TRUST_PROXY })))
  return (await app.request('/', { headers: { 'x-forwarded-for': forwarded } })).text()
}

test('[SAFE-6] the address of a request is the last one that was not written by our own proxies', async () => {
  expect(await ask('203.0.113.9, 192.0.2.7:80', 1)).toBe('192.0.2.7')
  expect(await ask('203.0.113.9, 192.0.2.7:80, 10.0.0.1', 2)).toBe('192.0.2.7')
  expect(await ask('203.0.113.9', 0)).toBe('unknown')
  expect(await ask('203.0.113.9', 2)).toBe('unknown')
})

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
