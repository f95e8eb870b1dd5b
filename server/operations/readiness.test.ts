import { afterEach, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { createReadiness } from './readiness.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const readinessOf = (change: Partial<Parameters<typeof createReadiness>[0]> = {}) =>
  createReadiness({
    ...server.deps,
    isStopping: () => false,
    isClockTrusted: () => true,
    freeBytes: () => 50_000_000_000,
    ...change,
  })()

test('[OPS-12] a server that can write is ready', async () => {
  expect(await readinessOf()).toEqual({ isReady: true, remarks: [] })
})

test('[OPS-12] a database that rejects writes, as on a full disk, is not ready', async () => {
  server.db.$client.pragma('max_page_count = 1')
  server.sql('delete from site_state')
  server.db.$client.pragma('query_only = on')
  expect(await readinessOf()).toEqual({ isReady: false, remarks: ['the database takes no writes'] })
  server.db.$client.pragma('query_only = off')
})

test('[OPS-11] a stopping server is not ready', async () => {
  expect(await readinessOf({ isStopping: () => true })).toEqual({ isReady: false, remarks: ['stopping'] })
})

test('[OPS-12] disk, job lag, clock and ledger cause remarks, while the server stays ready', async () => {
  const now = server.clock.now()
  server.sql(`insert into jobs (kind, payload, run_at) values ('mail.activation', '{}', ?)`, now - 11 * MINUTE_MS)
  server.sql(
    `insert into jobs (kind, payload, run_at, unique_key, last_error) values ('ledger.proof', '{}', ?, 'ledger.proof', 'no')`,
    now + MINUTE_MS,
  )
  expect(await readinessOf({ freeBytes: () => 1_000, isClockTrusted: () => false })).toEqual({
    isReady: true,
    remarks: [
      'the disk is nearly full',
      'jobs wait for 11 minutes',
      'the clock jumped, so nothing is erased',
      'the ledger is wrong',
    ],
  })
})
