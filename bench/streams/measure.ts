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
import { openConnection } from '../http/connection.ts'
import type { Options } from '../options.ts'
import { startServer, type RunningServer } from '../process/server.ts'
import { copyMembers, logIn } from '../product/members.ts'
import { startProduct } from '../product/start.ts'
import { atMost, type MeasureResult, median } from '../report.ts'
import { measureCluster, openStream, untilTyping } from './cluster.ts'

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
type TypingCall = { path: string; cookie: string; body: string }
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
    const ours = await measureServer(
      await startProduct(folder, options),
      { path: '/api/events', cookies },
      { path: '/api/typing', cookie: typist, body },
    )
    const raw = await measureServer(
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
          what: `event streams: an event on ${STREAMS}`,
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

const measureServer = async (server: RunningServer, streams: Streams, typing: TypingCall): Promise<StreamCost> => {
  const sockets: Socket[] = []
  const openNext = (): Promise<Socket> =>
    openStream(server.port, streams.cookies[sockets.length % streams.cookies.length] ?? '', streams.path)
  try {
    const typist = await openConnection(server.port)
    const type = (): Promise<unknown> =>
      typist.request('POST', typing.path, { cookie: typing.cookie, 'content-type': 'application/json' }, typing.body)
    // Warm: the costs of the first streams and of the first call are not those of each one.
    for (let count = 0; count < WARM; count += 1) sockets.push(await openNext())
    await timeToReachAll(sockets, type)
    await sleep(1_000)
    const before = server.memory().now
    for (let count = 0; count < STREAMS; count += 1) sockets.push(await openNext())
    await sleep(1_000)
    const kilobytes = ((server.memory().now - before) * 1_024) / STREAMS
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) times.push(await timeToReachAll(sockets, type))
    typist.close()
    return { kilobytes, milliseconds: median(times) }
  } finally {
    for (const socket of sockets) socket.destroy()
    await server.stop()
  }
}

/** @returns the time until every stream has the event of a typing call, in ms */
const timeToReachAll = async (sockets: readonly Socket[], type: () => Promise<unknown>): Promise<number> => {
  const reached = Promise.all(sockets.map(untilTyping))
  const start = performance.now()
  await Promise.all([type(), reached])
  return performance.now() - start
}
