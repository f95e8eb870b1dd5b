/** Measures the server memory of an open event stream, and the time until all streams have an event, beside raw responses. */
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { STREAMS_A_SESSION_MAX } from '#contract/events.ts'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import { openConnection, openSocket, requestText } from '../http/connection.ts'
import type { Options } from '../options.ts'
import { startServer, type RunningServer } from '../process/server.ts'
import { copyMembers, logIn } from '../product/members.ts'
import { startProduct } from '../product/start.ts'
import { atMost, type MeasureResult, median } from '../report.ts'
import { measureCluster } from './cluster.ts'

const RAW = fileURLToPath(new URL('raw-server.ts', import.meta.url))
const STREAMS = 4_000
/** Opened before the measure begins. */
const WARM = 50
/** A session has so many streams at most, and the warm ones stay open. */
const SESSIONS = Math.ceil((STREAMS + WARM) / STREAMS_A_SESSION_MAX)
const ROUNDS = 20
const KILOBYTES_MAX = 12
const MEMBERS = 300
/** Two members who may write to each other. */
const [LISTENER, TYPIST] = [1, 2]

type Streams = { path: string; cookies: readonly string[] }
type Telling = { path: string; cookie: string; body: string }
type StreamCost = { kilobytes: number; milliseconds: number }

export const measureStreams = async (options: Options): Promise<MeasureResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-streams-'))
  try {
    await copyMembers(MEMBERS, folder)
    const database = new Database(databaseFile(folder))
    const cookies = Array.from({ length: SESSIONS }, () => logIn(database, LISTENER))
    const typist = logIn(database, TYPIST)
    database.close()
    const body = JSON.stringify({ profile: LISTENER, typing: true })
    const ours = await taken(
      await startProduct(folder, options),
      { path: '/api/events', cookies },
      { path: '/api/typing', cookie: typist, body },
    )
    const raw = await taken(
      await startServer([RAW], {}),
      { path: '/api/events', cookies: [''] },
      { path: '/', cookie: '', body: '' },
    )
    const cluster = options.postgres === null ? null : await measureCluster(options, options.postgres)
    return {
      figures: [
        {
          what: 'event stream: memory a client',
          ours: ours.kilobytes,
          unit: 'kB',
          limit: { what: 'at most', value: KILOBYTES_MAX },
          target: atMost(1),
        },
        {
          what: `event streams: ${STREAMS} told`,
          ours: ours.milliseconds,
          unit: 'ms',
          limit: { what: 'raw answers', value: raw.milliseconds },
          target: atMost(1.5),
        },
        ...(cluster?.figures ?? []),
      ],
      notes: [`A raw answer of Node held open takes ${raw.kilobytes.toFixed(1)} kB.`, ...(cluster?.notes ?? [])],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const taken = async (server: RunningServer, streams: Streams, telling: Telling): Promise<StreamCost> => {
  const sockets: Socket[] = []
  const openNext = (): Promise<Socket> =>
    openStream(server.port, streams.path, streams.cookies[sockets.length % streams.cookies.length] ?? '')
  try {
    const teller = await openConnection(server.port)
    const tell = (): Promise<unknown> =>
      teller.request('POST', telling.path, { cookie: telling.cookie, 'content-type': 'application/json' }, telling.body)
    // Warm: what the first streams and the first telling take once is not each one's.
    for (let count = 0; count < WARM; count += 1) sockets.push(await openNext())
    await told(sockets, tell)
    await sleep(1_000)
    const before = server.memory().now
    for (let count = 0; count < STREAMS; count += 1) sockets.push(await openNext())
    await sleep(1_000)
    const kilobytes = ((server.memory().now - before) * 1_024) / STREAMS
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) times.push(await told(sockets, tell))
    teller.close()
    return { kilobytes, milliseconds: median(times) }
  } finally {
    for (const socket of sockets) socket.destroy()
    await server.stop()
  }
}

const openStream = async (port: number, path: string, cookie: string): Promise<Socket> => {
  const socket = await openSocket(port)
  const opened = new Promise<void>((resolve) => socket.once('data', () => resolve()))
  socket.write(requestText('GET', path, port, { cookie, accept: 'text/event-stream' }))
  await opened
  return socket
}

/** @returns how long it takes until every stream has heard, in ms */
const told = async (sockets: readonly Socket[], tell: () => Promise<unknown>): Promise<number> => {
  const heard = Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          const listen = (bytes: Buffer): void => {
            if (!bytes.includes('"typing"')) return
            socket.off('data', listen)
            resolve()
          }
          socket.on('data', listen)
        }),
    ),
  )
  const start = performance.now()
  await Promise.all([tell(), heard])
  return performance.now() - start
}
