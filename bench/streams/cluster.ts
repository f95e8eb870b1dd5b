/**
 * Event streams over several processes that share PostgreSQL and Valkey: memory, hints from one process to another, and a storm of
 * reconnects after one process was killed, with the back-off of the app.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { STREAMS_A_SESSION_MAX } from '#contract/events.ts'
import { retryDelay } from '#contract/rules/retry.ts'
import { uuidv7 } from '#contract/rules/ids.ts'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import { startValkey } from '../../server/testing/valkey.ts'
import { openConnection, openSocket, requestText } from '../http/connection.ts'
import type { Options } from '../options.ts'
import type { RunningServer } from '../process/server.ts'
import { copyMembers, giveCredits, logIn } from '../product/members.ts'
import { movedToPostgres } from '../product/postgres.ts'
import { startProduct } from '../product/start.ts'
import { atMost, type MeasureResult, percentile } from '../report.ts'

const STREAMS = 10_000
const PROCESSES = 3
/** Opened before the measure begins. */
const WARM = 1_000
const SESSIONS = STREAMS / STREAMS_A_SESSION_MAX
const MEMBERS = 300
/** Two members who may write to each other. */
const [LISTENER, TYPIST] = [1, 2]
const HINTS = 200
const KILOBYTES_MAX = 12
/** As browsers behind a proxy arrive: not all in the same millisecond. */
const OPENED_AT_ONCE = 64
/** The time between two messages while the storm lasts. */
const MESSAGE_MS = 100
/** Devices reconnect within 1.5 s if the first attempt succeeds; the busiest machine needs longer. */
const STORM_MAX_MS = 120_000
const BACK_SECONDS_MAX = 30

type Stream = { socket: Socket; cookie: string; place: number }

export const measureCluster = async (options: Options, postgres: string): Promise<MeasureResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-cluster-'))
  const endings: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    await copyMembers(MEMBERS, folder)
    const database = new Database(databaseFile(folder))
    const cookies = Array.from({ length: SESSIONS }, (_, index) => logIn(database, (index % MEMBERS) + 1))
    giveCredits(database, TYPIST)
    const typist = logIn(database, TYPIST)
    database.close()
    const moved = await movedToPostgres(databaseFile(folder), postgres, 'visavis_bench_streams')
    endings.push(moved.drop)
    const bus = await startValkey()
    endings.push(bus.close)
    const servers: RunningServer[] = []
    for (let place = 0; place < PROCESSES; place += 1) {
      const server = await startProduct(folder, options, { DATABASE_URL: moved.url, BUS_URL: bus.url })
      endings.push(server.stop)
      servers.push(server)
    }
    return await measured(servers, cookies, typist)
  } finally {
    for (const end of endings.toReversed()) await end()
  }
}

const measured = async (
  servers: RunningServer[],
  cookies: readonly string[],
  typist: string,
): Promise<MeasureResult> => {
  const streams: Stream[] = []
  const open = async (place: number, cookie: string): Promise<void> => {
    const socket = await openStream(servers[place]?.port ?? 0, cookie)
    streams.push({ socket, cookie, place })
  }
  const openMore = (count: number): Promise<void> => {
    const first = streams.length
    return inTurns(count, (index) =>
      open(
        (first + index) % PROCESSES,
        cookies[Math.floor((first + index) / STREAMS_A_SESSION_MAX) % cookies.length] ?? '',
      ),
    )
  }
  try {
    // The first streams compile the code, and memory that the start needed is collected.
    await openMore(WARM)
    await sleep(3_000)
    const before = memoryOf(servers)
    const start = performance.now()
    await openMore(STREAMS - WARM)
    const openSeconds = (performance.now() - start) / 1_000
    await sleep(2_000)
    const kilobytes = ((memoryOf(servers) - before) * 1_024) / (STREAMS - WARM)
    console.log(`  ${STREAMS} streams open after ${openSeconds.toFixed(1)} s, ${kilobytes.toFixed(1)} kB each`)
    const hints = await hintTimes(servers, streams, cookies, typist)
    const storm = await reconnectStorm(servers, streams, typist)
    return {
      figures: [
        {
          what: `event streams over ${PROCESSES} processes: memory a client`,
          ours: kilobytes,
          unit: 'kB',
          limit: { what: 'at most', value: KILOBYTES_MAX },
          target: atMost(1),
        },
        ...[0.5, 0.99].map((share) => ({
          what: `a hint to all streams of a member, on all processes: p${share * 100}`,
          ours: percentile(hints, share),
          unit: 'ms',
          limit: null,
          target: null,
        })),
        {
          what: `${storm.back.length} streams of a killed process: all open and in step again`,
          ours: Math.max(...storm.back) / 1_000,
          unit: 's',
          limit: { what: 'at most', value: BACK_SECONDS_MAX },
          target: atMost(1),
        },
        {
          what: 'a message during the storm: p99',
          ours: percentile(storm.messages, 0.99),
          unit: 'ms',
          limit: { what: 'before the storm', value: percentile(storm.calm, 0.99) },
          target: null,
        },
      ],
      notes: [
        `Storm: half of the streams were back after ${(percentile(storm.back, 0.5) / 1_000).toFixed(1)} s, 99 % after ${(percentile(storm.back, 0.99) / 1_000).toFixed(1)} s; ${storm.attempts} attempts; ${storm.messages.length} messages were sent meanwhile, ${storm.refused} were refused.`,
      ],
    }
  } finally {
    for (const { socket } of streams) socket.destroy()
  }
}

const memoryOf = (servers: readonly RunningServer[]): number =>
  servers.reduce((sum, server) => sum + server.memory().now, 0)

const inTurns = async (count: number, work: (index: number) => Promise<void>): Promise<void> => {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, worker))
}

export const openStream = async (port: number, cookie: string, path = '/api/events'): Promise<Socket> => {
  const socket = await openSocket(port)
  const opened = new Promise<void>((resolve, reject) => {
    socket.once('data', (bytes) => {
      if (bytes.toString('latin1', 9, 12) === '200') resolve()
      else reject(new Error(`The event stream answered ${bytes.toString('latin1', 0, 200)}`))
    })
    socket.once('close', () => reject(new Error('The event stream was closed')))
  })
  // A stream that breaks later is noticed by its "close".
  socket.on('error', () => undefined)
  socket.write(requestText('GET', path, port, { cookie, accept: 'text/event-stream' }))
  await opened
  return socket
}

/** @returns the ms until every stream of the listener has an event of another process, for each hint */
const hintTimes = async (
  servers: readonly RunningServer[],
  streams: readonly Stream[],
  cookies: readonly string[],
  typist: string,
): Promise<number[]> => {
  const sessions = new Set(cookies.filter((_, index) => (index % MEMBERS) + 1 === LISTENER))
  const listeners = streams.filter(({ cookie }) => sessions.has(cookie))
  if (new Set(listeners.map(({ place }) => place)).size < PROCESSES)
    throw new Error('The listener is not on every process')
  const typists = await Promise.all(servers.map(({ port }) => openConnection(port)))
  const times: number[] = []
  for (let hint = 0; hint < HINTS; hint += 1) {
    const heard = Promise.all(listeners.map(({ socket }) => untilTyping(socket)))
    const start = performance.now()
    const body = JSON.stringify({ profile: LISTENER, typing: true })
    await typists[hint % PROCESSES]?.request('POST', '/api/typing', { cookie: typist }, body)
    await heard
    times.push(performance.now() - start)
  }
  for (const connection of typists) connection.close()
  console.log(`  ${HINTS} hints to ${listeners.length} streams: p99 ${percentile(times, 0.99).toFixed(1)} ms`)
  return times
}

/** Resolves when the stream brings the next typing event. */
export const untilTyping = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const listen = (bytes: Buffer): void => {
      if (!bytes.includes('"typing"')) return
      socket.off('data', listen)
      resolve()
    }
    socket.on('data', listen)
  })

/** Kills the first process. Its streams reconnect to the others as the app does, and fetch their changes; a member sends messages. */
const reconnectStorm = async (servers: readonly RunningServer[], streams: Stream[], typist: string) => {
  const [killed, ...living] = servers
  if (!killed || !living[0]) throw new Error('A storm needs two processes')
  const sending = sender(living[0].port, typist)
  await sleep(5_000)
  const calm = sending.times.splice(0)
  const orphans = streams.filter(({ place }) => place === 0)
  let attempts = 0
  const backAfter = async ({ socket, cookie }: Stream, index: number): Promise<number> => {
    if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve))
    const start = performance.now()
    for (let failures = 0; performance.now() - start < STORM_MAX_MS; failures += 1) {
      await sleep(retryDelay(failures, Math.random()))
      attempts += 1
      // The proxy leaves out the dead process.
      const place = 1 + ((index + failures) % living.length)
      const port = servers[place]?.port ?? 0
      try {
        const again = await openStream(port, cookie)
        streams.push({ socket: again, cookie, place })
        const device = await openConnection(port)
        const { status } = await device.request('GET', '/api/sync?after=0', { cookie })
        device.close()
        // 204: nothing is new.
        if (status === 200 || status === 204) return performance.now() - start
      } catch {
        // The next attempt waits longer.
      }
    }
    throw new Error(`A stream was not back after ${STORM_MAX_MS / 1_000} s`)
  }
  const all = orphans.map(backAfter)
  process.kill(killed.pid, 'SIGKILL')
  const back = await Promise.all(all)
  const { times, refused } = await sending.stop()
  for (const server of living) if (Number.isNaN(server.memory().now)) throw new Error('A process died during the storm')
  console.log(`  ${back.length} streams back after ${(Math.max(...back) / 1_000).toFixed(1)} s`)
  return { back, attempts, calm, messages: times, refused }
}

/** Sends a message after the other until it is stopped. */
const sender = (port: number, cookie: string) => {
  const sent = { times: [] as number[], refused: 0 }
  const stop = new AbortController()
  const running = (async () => {
    const connection = await openConnection(port)
    while (!stop.signal.aborted) {
      const start = performance.now()
      const client_id = uuidv7(Date.now(), randomBytes(10))
      const body = JSON.stringify({ client_id, profile: LISTENER, type: 'text', text: 'Are you there?' })
      const { status } = await connection.request('POST', '/api/messages', { cookie }, body)
      if (status >= 300) sent.refused += 1
      sent.times.push(performance.now() - start)
      await sleep(MESSAGE_MS)
    }
    connection.close()
  })()
  return {
    times: sent.times,
    stop: async () => {
      stop.abort()
      await running
      return sent
    },
  }
}
