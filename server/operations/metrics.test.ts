import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import { addPayment } from '../testing/money-rows.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { UnavailableError } from '../db/engine.ts'
import { createLog } from '../logging.ts'
import { createMetrics, serveMetrics, type Metrics } from './metrics.ts'

let server: TestServer
let metrics: Metrics
const errors = new Map<string, number>()
beforeEach(async () => {
  server = await createTestServer()
  metrics = createMetrics(needs())
})
afterEach(() => server.close())

const needs = (): Parameters<typeof createMetrics>[0] => ({
  ...server.deps,
  servicesAway: {},
  errors,
  isReady: () => Promise.resolve(true),
  isClockTrusted: () => true,
  freeBytes: () => 5_000_000,
})

test('[OPS-12] a database that refuses or does not answer takes away its own figures alone, and the server is not ready', async () => {
  const { read, bus } = server.deps
  const operations = {
    ...read.operations,
    oldestDueAt: () => Promise.reject(new Error('PostgreSQL does not answer')),
    lastBackup: () => new Promise<never>(() => undefined),
  }
  metrics = createMetrics({
    ...needs(),
    read: { ...read, operations },
    bus: { ...bus, isAway: () => true },
    isReady: () => Promise.resolve(false),
    figureMs: 50,
  })
  const text = await metrics.text()
  for (const line of [
    'visavis_ready 0',
    'visavis_away{part="bus"} 1',
    'visavis_away{part="bucket"} 0',
    'visavis_disk_free_bytes 5000000',
  ])
    expect(text).toContain(line)
  expect(text).not.toMatch(/^visavis_(jobs_lag_seconds|backup_age_seconds) /m)
})

test('[OPS-12] /metrics counts calls, write groups, jobs, streams, the desk queue, disk and backup age', async () => {
  metrics.request({ call: 'messages.send', status: 201, ms: 12 })
  metrics.request({ call: 'messages.send', status: 429, ms: 1 })
  metrics.group({ writes: 3, ms: 4 })
  metrics.job('mail.reset', 'given_up')
  server.deps.bus.open(1, 'session', { send: () => undefined })
  server.sql(`insert into letters (kind, language, text, at) values ('complaint', 'it', 'Something is wrong', 1)`)
  server.sql(`insert into jobs (kind, payload, run_at) values ('mail.reset', '{}', ?)`, server.clock.now() - 90_000)
  // The mail server is away: a job that failed waits for its next try, and is never late.
  server.sql(
    `insert into jobs (kind, payload, run_at, attempts) values ('mail.answer', '{}', ?, 6), ('mail.answer', '{}', ?, 5)`,
    server.clock.now() + 3_600_000,
    server.clock.now() + 3_600_000,
  )
  await server.deps.write((tx) => tx.operations.setLastBackup(server.clock.now() - 3_600_000))
  // The clock of another machine is two minutes ahead.
  server.sql(`insert into job_processes (id, beat, beat_at) values ('other', 1, ?)`, server.clock.now() + 120_000)
  const text = await metrics.text()
  for (const line of [
    'visavis_call_seconds_count{call="messages.send",status="2xx"} 1',
    'visavis_call_seconds_count{call="messages.send",status="4xx"} 1',
    'visavis_write_group_writes_sum 3',
    'visavis_jobs_total{kind="mail.reset",outcome="given_up"} 1',
    // From the start, so that the first failure is an increase.
    'visavis_jobs_total{kind="ledger.proof",outcome="failed"} 0',
    'visavis_jobs{kind="mail.reset",state="waiting"} 1',
    'visavis_jobs{kind="mail.answer",state="retrying"} 1',
    'visavis_jobs_lag_seconds 90',
    'visavis_streams_open 1',
    'visavis_desk_queue{about="complaint",severity="rest"} 1',
    'visavis_desk_queue{about="photo",severity="rest"} 0',
    'visavis_disk_free_bytes 5000000',
    'visavis_clock_trusted 1',
    'visavis_clock_behind_seconds 120',
    'visavis_ready 1',
    'visavis_backup_age_seconds 3600',
    'nodejs_eventloop_lag_p99_seconds',
  ])
    expect(text).toContain(line)
})

test('[OPS-12] /metrics says of mail, push, SMS and payments whether their service answers', async () => {
  const servicesAway = { mail: true, push: false, sms: true, payments: false }
  const text = await createMetrics({ ...needs(), servicesAway }).text()
  for (const [part, isAway] of Object.entries(servicesAway))
    expect(text).toContain(`visavis_away{part="${part}"} ${isAway ? 1 : 0}`)
})

test('[OPS-12] a site that never made a backup has no age of one, so that the alert notices', async () => {
  expect(await metrics.text()).not.toMatch(/^visavis_backup_age_seconds /m)
  await server.deps.write((tx) => tx.operations.setLastBackup(server.clock.now() - 5_000))
  expect(await metrics.text()).toMatch(/^visavis_backup_age_seconds 5$/m)
})

test('[OPS-12][DESK-4] /metrics counts what waits at the desk by severity, and what is past its time', async () => {
  const [anna, bert] = [await server.signUp('Anna'), await server.signUp('Bert')]
  const report = (reason: 'minor' | 'scam') => server.as(anna)('reports.send', { body: { profile: bert.id, reason } })
  await report('minor')
  await report('scam')
  server.clock.advance(59 * MINUTE_MS)
  expect(await metrics.text()).toContain('visavis_desk_overdue{severity="grave"} 0')
  server.clock.advance(MINUTE_MS)
  const text = await metrics.text()
  for (const line of [
    'visavis_desk_queue{about="report",severity="grave"} 1',
    'visavis_desk_queue{about="report",severity="harm"} 1',
    'visavis_desk_overdue{severity="grave"} 1',
    'visavis_desk_overdue{severity="harm"} 0',
    'visavis_desk_overdue{severity="rest"} 0',
  ])
    expect(text).toContain(line)
})

const longestDelay = async (): Promise<number> =>
  Number(/^visavis_loop_delay_seconds\{quantile="1"\} (\S+)$/m.exec(await metrics.text())?.[1])

test('[OPS-12] /metrics says how long the event loop was held since the last scrape', async () => {
  await later(30) // The monitor needs two of its intervals to begin.
  const end = performance.now() + 80
  while (performance.now() < end);
  await later(30) // The monitor notes the delay at its next interval.
  expect(await longestDelay()).toBeGreaterThan(0.05)
})

test('[OPS-12] the figure of payments counts the newest 1,000, so that a scrape costs the same in every year', async () => {
  for (let old = 0; old < 20; old += 1) addPayment(server, 1, { status: 'failed' })
  for (let newer = 0; newer < 1_000; newer += 1) addPayment(server, 1)
  const text = await metrics.text()
  expect(text.match(/^visavis_payments\{.*/gm)).toEqual(['visavis_payments{status="completed"} 1000'])
})

test('[OPS-12] while an announcement waits, the figures of jobs count the oldest 10,000 and find the one that is late', async () => {
  const now = server.clock.now()
  server.sql(`insert into jobs (kind, payload, run_at, attempts) values ('payments.refund', '{}', ?, 9)`, now + 5)
  server.sql(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
      insert into jobs (kind, payload, run_at) select 'push.announcement', '{}', ? from n`,
    now + 5,
  )
  server.sql(`insert into jobs (kind, payload, run_at) values ('sms.direct_debit', '{}', ?)`, now - 90_000)
  const text = await metrics.text()
  expect(text).toContain('visavis_jobs{kind="push.announcement",state="waiting"} 9999')
  expect(text).toContain('visavis_jobs{kind="payments.refund",state="retrying"} 1')
  expect(text).toContain('visavis_jobs_lag_seconds 90')
  server.sql(`delete from jobs where kind = 'sms.direct_debit'`)
  expect(await server.deps.read.operations.oldestDueAt(now)).toBeNull()
})

test('[OPS-12] each error in the log is a figure, by its text, but for a database that does not answer', async () => {
  const log = createLog('info', errors, { write: () => undefined })
  const cause = new UnavailableError('PostgreSQL does not answer')
  log.error({ err: cause }, 'a recurring task failed, running again later')
  log.error({ err: new Error('A query failed', { cause }) }, 'activity was not written')
  log.info('ready')
  log.error('the clock jumped')
  log.error({ payment: 'p1' }, 'the outcome of a charge was never found out')
  log.error({ payment: 'p2' }, 'the outcome of a charge was never found out')
  const text = await metrics.text()
  expect(text.match(/^visavis_log_errors\{.*/gm)).toEqual([
    'visavis_log_errors{line="the clock jumped"} 1',
    'visavis_log_errors{line="the outcome of a charge was never found out"} 2',
  ])
})

test('[OPS-12] /metrics shows the memory that is available, and the limits of the process and of its heap', async () => {
  const text = await metrics.text()
  const [available = 0, limit = 0, heapLimit = 0] = ['available', 'limit', 'heap_limit'].map((of) =>
    Number(new RegExp(`^visavis_memory_bytes{of="${of}"} (\\S+)$`, 'm').exec(text)?.[1]),
  )
  expect(available).toBeGreaterThan(0)
  expect(limit).toBeGreaterThan(0)
  expect(limit).toBeLessThanOrEqual(totalmem())
  expect(heapLimit).toBe(getHeapStatistics().heap_size_limit)
})

test('[OPS-12] metrics have a port of their own that serves nothing else', async () => {
  const { port, close } = await serveMetrics(metrics, 0, '127.0.0.1')
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4'])
  expect((await fetch(`http://127.0.0.1:${port}/api/user`)).status).toBe(404)
  expect((await server.app.request('/metrics')).status).toBe(404)
  close()
})

test.for(['prometheus/alerts.yml', 'grafana/visavis.json'])(
  '[OPS-12] every figure named in %s exists',
  async (name) => {
    const file = readFileSync(join(import.meta.dirname, '../../deploy', name), 'utf8')
    const asked = new Set(file.match(/\b(visavis|nodejs|process)_\w+/g))
    expect(asked.size).toBeGreaterThan(5)
    const text = await metrics.text()
    expect(
      [...asked].filter((figure) => !text.includes(`# TYPE ${figure.replace(/_(bucket|sum|count)$/, '')} `)),
    ).toEqual([])
  },
)

test('[OPS-12] the board shows every figure of the product', async () => {
  const board = readFileSync(join(import.meta.dirname, '../../deploy/grafana/visavis.json'), 'utf8')
  const own = [...(await metrics.text()).matchAll(/^# TYPE (visavis_\w+) /gm)].map(([, figure = '']) => figure)
  expect(own.filter((figure) => !board.includes(figure))).toEqual([])
  const { panels } = JSON.parse(board) as { panels: { targets: { expr: string }[] }[] }
  expect(panels.every(({ targets }) => targets.length > 0 && targets.every(({ expr }) => expr !== ''))).toBe(true)
})
