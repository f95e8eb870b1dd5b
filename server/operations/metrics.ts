/** Metrics for Prometheus [OPS-12], served on a port of their own that visitors cannot reach. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freemem, totalmem } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { ITEM_KINDS, KIND_SEVERITY, SEVERITIES } from '#contract/desk/severity.ts'
import type { Deps } from '../deps.ts'
import type { MeasuredRequest } from '../http/request-log.ts'
import { JOBS } from '../jobs/kinds.ts'
import { JOB_OUTCOMES } from '../jobs/loop.ts'
import type { Reach } from './reach.ts'
import { inTime } from './readiness.ts'

type Needs = Pick<Deps, 'read' | 'now' | 'bus' | 'photos'> & {
  servicesAway: Reach
  /** The errors that the log has counted, by their text. */
  errors: ReadonlyMap<string, number>
  /** Whether `/readyz` says so. */
  isReady: () => Promise<boolean>
  isClockTrusted: () => boolean
  freeBytes: () => number
  /** A figure that takes longer is left out, in ms. */
  figureMs?: number
}

export type Metrics = {
  request: (measured: MeasuredRequest) => void
  /** A group of writes was committed. */
  group: (group: { writes: number; ms: number }) => void
  /** A job ended; `failed` is retried, `given_up` is not. */
  job: (kind: string, outcome: (typeof JOB_OUTCOMES)[number]) => void
  text: () => Promise<string>
}

/** Prometheus waits 10 s for all figures together. */
const FIGURE_MS = 5_000

/** How often the event loop is watched. Each measured delay includes this interval. */
const LOOP_INTERVAL_MS = 10

export const createMetrics = ({ figureMs = FIGURE_MS, ...needs }: Needs): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const counters = countersIn(registry)
  const gauge = gaugesIn(registry, figureMs)
  addLoopDelay(gauge)
  addProcessGauges(gauge, needs)
  addDatabaseGauges(gauge, needs)
  return { ...counters, text: () => registry.metrics() }
}

/** The metrics that the server reports while it works. */
const countersIn = (registry: Registry): Omit<Metrics, 'text'> => {
  const registers = [registry]
  const calls = new Histogram({
    name: 'visavis_call_seconds',
    help: 'Time from a request to its answer, by call and class of status',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  const groupSize = new Histogram({
    name: 'visavis_write_group_writes',
    help: 'Writes that shared one commit',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
    registers,
  })
  const groupSeconds = new Histogram({
    name: 'visavis_write_group_seconds',
    help: 'Time of a group of writes with its commit',
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
    registers,
  })
  const jobsEnded = new Counter({
    name: 'visavis_jobs_total',
    help: 'Jobs that ended, by kind and outcome: done, failed (runs again), given_up',
    labelNames: ['kind', 'outcome'],
    registers,
  })

  // Prometheus sees no increase in a counter that begins with 1.
  for (const kind of Object.keys(JOBS)) for (const outcome of JOB_OUTCOMES) jobsEnded.inc({ kind, outcome }, 0)

  return {
    request: ({ call, status, ms }) => calls.observe({ call, status: `${Math.floor(status / 100)}xx` }, ms / 1_000),
    group: ({ writes, ms }) => {
      groupSize.observe(writes)
      groupSeconds.observe(ms / 1_000)
    },
    job: (kind, outcome) => jobsEnded.inc({ kind, outcome }),
  }
}

/** Adds a figure that is read at each scrape. */
type AddGauge = (
  name: string,
  help: string,
  collect: (set: Gauge) => void | Promise<void>,
  labelNames?: string[],
) => void

const gaugesIn =
  (registry: Registry, figureMs: number): AddGauge =>
  (name, help, collect, labelNames = []) =>
    void new Gauge({
      name: `visavis_${name}`,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const clear = (): void => {
          this.reset()
          // Without labels, prom-client resets to a zero instead of no value.
          if (labelNames.length === 0) this.remove()
        }
        clear()
        // While the database is away, the scrape still answers, with all other figures.
        await inTime(Promise.resolve(this).then(collect), figureMs).catch(clear)
      },
    })

const addLoopDelay = (gauge: AddGauge): void => {
  const loop = monitorEventLoopDelay({ resolution: LOOP_INTERVAL_MS })
  loop.enable()
  gauge(
    'loop_delay_seconds',
    'How long the event loop was held, since the last scrape: quantiles 0.5, 0.99 and 1, the longest',
    (set) => {
      const delays = { 0.5: loop.percentile(50), 0.99: loop.percentile(99), 1: loop.max }
      for (const [quantile, nanoseconds] of Object.entries(delays))
        set.set({ quantile }, Math.max(0, nanoseconds / 1e9 - LOOP_INTERVAL_MS / 1_000))
      loop.reset()
    },
    ['quantile'],
  )
}

/** Figures that this process knows by itself. */
const addProcessGauges = (
  gauge: AddGauge,
  { bus, photos, servicesAway, errors, isReady, isClockTrusted, freeBytes }: Omit<Needs, 'read' | 'now' | 'figureMs'>,
): void => {
  gauge('ready', '1 while /readyz answers 200', async (set) => set.set((await isReady()) ? 1 : 0))
  gauge(
    'away',
    '1 while a part that servers share (bus, bucket), or a service of others since it was last asked (mail, push, sms, payments), does not answer',
    (set) => {
      for (const [part, { isAway }] of Object.entries({ bus, bucket: photos })) set.set({ part }, isAway() ? 1 : 0)
      for (const [part, isAway] of Object.entries(servicesAway)) set.set({ part }, isAway ? 1 : 0)
    },
    ['part'],
  )
  gauge(
    'log_errors',
    'Lines of the log at the level error since the start, by their text',
    (set) => {
      for (const [line, total] of errors) set.set({ line }, total)
    },
    ['line'],
  )
  gauge('streams_open', 'Open event streams', (set) => set.set(bus.count()))
  gauge('disk_free_bytes', 'Free bytes on the disk of DATA_DIR', (set) => set.set(freeBytes()))
  gauge(
    'memory_bytes',
    'Memory of this machine that is available, the most that this process may have (limit), and the most that its heap may have (heap_limit)',
    (set) => {
      // A container without a limit has a number that no machine has.
      const limit = Math.min(process.constrainedMemory() || Infinity, totalmem())
      set.set({ of: 'available' }, freemem())
      set.set({ of: 'limit' }, limit)
      set.set({ of: 'heap_limit' }, getHeapStatistics().heap_size_limit)
    },
    ['of'],
  )
  gauge('clock_trusted', '1 while the clock can be trusted, else nothing is erased', (set) =>
    set.set(isClockTrusted() ? 1 : 0),
  )
}

/** Figures that are read from the database. */
const addDatabaseGauges = (gauge: AddGauge, { read, now }: Pick<Needs, 'read' | 'now'>): void => {
  gauge('backup_age_seconds', 'Age of the last backup; absent where none was ever made', async (set) => {
    const at = await read.operations.lastBackup()
    if (at !== null) set.set((now() - at) / 1_000)
  })
  gauge(
    'clock_behind_seconds',
    'How far the newest beat of a process with jobs is ahead of the clock of this machine',
    async (set) => set.set(Math.max(0, ((await read.jobProcesses.lastBeat()) ?? 0) - now()) / 1_000),
  )
  gauge('jobs_lag_seconds', 'How long the job that has waited longest is due', async (set) => {
    const at = await read.operations.oldestDueAt(now())
    set.set(at === null ? 0 : (now() - at) / 1_000)
  })
  gauge(
    'jobs',
    'The oldest 10,000 jobs in the table, by kind and state: waiting, retrying (waiting, and failed for half an hour), failed (given up)',
    async (set) => {
      for (const { kind, waiting, retrying, failed } of await read.operations.jobFigures()) {
        set.set({ kind, state: 'waiting' }, waiting)
        set.set({ kind, state: 'retrying' }, retrying)
        set.set({ kind, state: 'failed' }, failed)
      }
    },
    ['kind', 'state'],
  )
  gauge(
    'desk_queue',
    'Items that wait for a person at the desk, by kind and severity',
    async (set) => {
      for (const about of ITEM_KINDS) set.set({ about, severity: KIND_SEVERITY[about] }, 0)
      for (const { kind: about, severity, waiting } of await read.queue.figures(now()))
        set.set({ about, severity }, waiting)
    },
    ['about', 'severity'],
  )
  gauge(
    'desk_overdue',
    'Items past the time in which a person must look at them, by severity: grave 1 h, harm 24 h, rest 72 h',
    async (set) => {
      for (const severity of SEVERITIES) set.set({ severity }, 0)
      for (const { severity, overdue } of await read.queue.figures(now())) set.inc({ severity }, overdue)
    },
    ['severity'],
  )
  gauge(
    'payments',
    'The newest 1,000 payments by status',
    async (set) => {
      for (const { status, total } of await read.operations.paymentFigures()) set.set({ status }, total)
    },
    ['status'],
  )
}

/** @returns the port, and a function that closes it */
export const serveMetrics = async (
  metrics: Pick<Metrics, 'text'>,
  port: number,
  host: string,
): Promise<{ port: number; close: () => void }> => {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}
