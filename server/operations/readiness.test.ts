import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import { requestFrom } from '../testing/raw-request.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { createJobsApp } from '../app.ts'
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

test('[OPS-12] disk, job lag, bus, clock and ledger cause remarks, while the server stays ready', async () => {
  const now = server.clock.now()
  server.sql(`insert into jobs (kind, payload, run_at) values ('mail.activation', '{}', ?)`, now - 11 * MINUTE_MS)
  server.sql(
    `insert into jobs (kind, payload, run_at, unique_key, last_error) values ('ledger.proof', '{}', ?, 'ledger.proof', 'no')`,
    now + MINUTE_MS,
  )
  const bus = { ...server.deps.bus, isAway: () => true }
  expect(await readinessOf({ bus, freeBytes: () => 100_000_000, isClockTrusted: () => false })).toEqual({
    isReady: true,
    remarks: [
      'the disk is nearly full',
      'jobs wait for 11 minutes',
      'the bus is away, so limits and live events are per process',
      'the clock jumped, so nothing is erased',
      'the ledger is wrong',
    ],
  })
})

test('[OPS-12] a bucket that is away causes a remark, while the server stays ready', async () => {
  const photos = { ...server.deps.photos, isAway: () => true }
  expect(await readinessOf({ photos })).toEqual({
    isReady: true,
    remarks: ['the bucket is away: storing, showing or deleting photos fails'],
  })
})

test('[OPS-14] a machine whose clock is behind that of another one says so', async () => {
  const now = server.clock.now()
  server.sql(`insert into job_processes (id, beat, beat_at) values ('own', 1, ?), ('other', 1, ?)`, now, now + 500)
  expect(await readinessOf()).toEqual({ isReady: true, remarks: [] })
  server.sql(`update job_processes set beat_at = ? where id = 'other'`, now + 300_000)
  expect(await readinessOf()).toEqual({
    isReady: true,
    remarks: ['the clock of another machine is 300 s ahead of this one'],
  })
})

test('[OPS-12] on a full disk writes are refused by name, reads work, and new space is enough to recover', async () => {
  const [anna, bert] = [await server.signUp('Anna'), await server.signUp('Bert')]
  await server.deps.settled()
  const like = () => server.as(anna)('likes.put', { params: { profile: String(bert.id) } })
  const readyz = async () => (await requestFrom(server.app, '127.0.0.1', '/readyz')).text()
  const limit = server.db.$client.pragma('max_page_count', { simple: true })

  fillDisk()
  const refused = await like()
  expect(refused).toMatchObject({ status: 503, error: { error: 'server_full', retry_after: 60 } })
  expect(refused.headers.get('retry-after')).toBe('60')
  expect((await server.app.request('/readyz')).status).toBe(503)
  expect(await readyz()).toBe('the disk of the database is full')
  expect((await server.visitor('settings.get')).status).toBe(200)
  expect((await server.as(anna)('likes.get')).status).toBe(200)
  // The day's first visit renews the session, which fails without failing the read.
  server.clock.advance(2 * DAY_MS)
  expect((await server.as(anna)('likes.get')).status).toBe(200)

  server.db.$client.pragma(`max_page_count = ${Number(limit)}`)
  expect((await like()).status).toBe(200)
  expect(await readyz()).toBe('ready')
  expect(server.sql('select liked from likes')).toEqual([{ liked: bert.id }])
})

test('[OPS-12] a full disk is not ready, even if the probe still fits into the existing WAL', async () => {
  expect(await readinessOf({ freeBytes: () => 4_096 })).toEqual({ isReady: false, remarks: ['the disk is full'] })
})

test.each([
  ['loopback', '127.0.0.1', {}, true],
  ['loopback of IPv6', '::ffff:127.0.0.1', {}, true],
  ["the machine's own address", '10.0.0.5', {}, true],
  ['a visitor behind a proxy on the same machine', '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, false],
  ['another machine', '10.0.0.6', {}, false],
] as const)(
  '[OPS-12] /readyz answers %s the same status, and says what is wrong to this machine alone',
  async (_, from, headers, isShown) => {
    for (const [isReady, named, hidden] of [
      [true, 'ready, but the ledger is wrong', 'ready'],
      [false, 'the ledger is wrong', 'not ready'],
    ] as const) {
      const app = createJobsApp(() => Promise.resolve({ isReady, remarks: ['the ledger is wrong'] }))
      const answer = await requestFrom(app, from, '/readyz', headers)
      expect([answer.status, await answer.text()]).toEqual([isReady ? 200 : 503, isShown ? named : hidden])
    }
  },
)

/**
 * A limit on pages is SQLite's own full disk. Writes into existing pages still fit there, while a disk refuses those
 * too, because they go to the end of the WAL. So triggers make them need a new page.
 */
const fillDisk = (): void => {
  server.db.$client.exec('create table ballast (bytes blob)')
  for (const table of ['site_state', 'likes', 'sessions'])
    for (const act of ['insert', 'update'])
      server.db.$client.exec(`create trigger ballast_${table}_${act} after ${act} on ${table}
        begin insert into ballast values (zeroblob(100000)); end`)
  server.db.$client.pragma('max_page_count = 1')
}
