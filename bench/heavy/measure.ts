/**
 * The longest turn of the server's event loop while it serves people with very long lists, and how long messages of others
 * wait meanwhile. Every call, job and beat that grows with a member's lists has a row.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import Database from 'better-sqlite3'
import * as v from 'valibot'
import { REQUEST_TYPE, REQUEST_TYPE_HEADER } from '#contract/device.ts'
import { HEARTBEAT_MS, STREAMS_A_SESSION_MAX } from '#contract/events.ts'
import { DAY_MS } from '#contract/limits.ts'
import { uuidv7 } from '#contract/rules/ids.ts'
import { freePort } from '../../server/testing/free-port.ts'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import { createPasswords } from '../../server/adapters/passwords.ts'
import { RECURRING } from '../../server/jobs/kinds.ts'
import { openConnection, openSocket, requestText } from '../http/connection.ts'
import { LoadResult, type Pair } from '../message/load.ts'
import { preparePairs } from '../message/ours.ts'
import type { Options } from '../options.ts'
import { startServer } from '../process/server.ts'
import { runTask } from '../process/task.ts'
import { copyMembers, logIn } from '../product/members.ts'
import { startProduct } from '../product/start.ts'
import { atMost, type Figure, type MeasureResult } from '../report.ts'
import { besideLogins } from './logins.ts'
import { addHeavyPeople, addLogins, type Heavy } from './people.ts'
import { Turns, TURN_MS_MAX } from './turns.ts'

const MONITOR = pathToFileURL(fileURLToPath(new URL('turns.ts', import.meta.url))).href
const RAW = fileURLToPath(new URL('../streams/raw-server.ts', import.meta.url))
const LOAD_TASK = fileURLToPath(new URL('../message/load-task.ts', import.meta.url))
const PAIRS = 8
const STREAMS = 10_000
const LISTENER = 1
const PASSWORD = 'bicycles under water'
/** A job that walks over all members is watched for this long. */
const WATCH_MS = 20_000
/** The server notices within this time that connections have ended. */
const AFTER_MS = 2_000

type Act = {
  what: string
  run: () => Promise<unknown>
  /** The longest turn allowed, and a target other than to keep it. */
  limit?: Figure['limit']
  target?: Figure['target']
}

export const measureHeavy = async (options: Options): Promise<MeasureResult> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-heavy-'))
  try {
    await copyMembers(options.members, dataDir)
    const file = databaseFile(dataDir)
    const pairs = preparePairs(file, PAIRS)
    const database = new Database(file, { timeout: 60_000 })
    const people = addHeavyPeople(database)
    const hash = (await createPasswords().hash(PASSWORD, 'known')) ?? ''
    const setPassword = database.prepare('update users set password_hash = ? where id = ?')
    for (const { id } of [people.popular, people.leaving]) setPassword.run(hash, id)
    const logins = addLogins(database, hash)
    const listeners = Array.from({ length: Math.ceil(STREAMS / STREAMS_A_SESSION_MAX) }, () =>
      logIn(database, LISTENER),
    )
    const turnsPort = await freePort()
    const server = await startProduct(dataDir, options, {
      TURNS_PORT: String(turnsPort),
      NODE_OPTIONS: `--import ${MONITOR}`,
      METRICS_PORT: '0',
    })
    const figures: Figure[] = []
    const measure = async ({ what, run, limit = AT_MOST, target = atMost(1) }: Act): Promise<void> => {
      await turnsOn(turnsPort)
      const start = performance.now()
      await run()
      const { longestMs, over } = await turnsOn(turnsPort)
      const seconds = (performance.now() - start) / 1_000
      console.log(
        `  ${what}: longest turn ${longestMs.toFixed(1)} ms, ${over} over ${TURN_MS_MAX} ms, ${seconds.toFixed(1)} s`,
      )
      figures.push({
        what: `heavy: ${what}, longest turn`,
        ours: longestMs,
        unit: 'ms',
        limit,
        target,
      })
    }
    try {
      await measure({ what: 'the start, with its walk over all ages', run: () => untilNone(database, 'age.walk') })
      // The first calls compile the code and open the pages of the file.
      for (const act of callsOf(server.port, people.popular)) await act.run()
      for (const act of callsOf(server.port, people.popular)) await measure(act)
      figures.push(...(await besideHeavy(server.port, pairs, people.popular, options)))
      figures.push(...(await besideLogins(server, pairs, { emails: logins, password: PASSWORD }, options)))
      for (const act of changesOf(server.port, people.popular, people.leaving, database)) await measure(act)
      const rawEnd = await endOfRawStreams()
      const streams = await openStreams(server.port, listeners)
      await measure({ what: `a heartbeat to ${STREAMS} streams`, run: () => sleep(HEARTBEAT_MS + 2_000) })
      await measure({
        what: `the end of ${STREAMS} streams`,
        run: () => endOf(streams),
        // Node hands over all connections that have ended in one turn: sockets alone, without HTTP, exceed the other limit.
        limit: { what: 'raw answers of Node', value: rawEnd },
        target: atMost(1.5),
      })
      database.prepare('update users set deleting_since = ? where id = ?').run(Date.now() - 15 * DAY_MS, people.gone)
      for (const kind of RECURRING)
        await measure({ what: `job ${kind}`, run: () => runJob(database, kind, () => say(server.port, pairs[0])) })
    } finally {
      database.close()
      await server.stop()
    }
    return {
      figures,
      notes: [
        `Heavy: ${options.members.toLocaleString('en')} members, three of them with 50,000 likes, 10,000 conversations and 100,000 messages; a turn's length is the processor time of the server's main thread in it. A job that walks over all members was watched for ${WATCH_MS / 1_000} s.`,
      ],
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const AT_MOST = { what: 'at most', value: TURN_MS_MAX }

const endOf = async (streams: readonly Socket[]): Promise<void> => {
  for (const stream of streams) stream.destroy()
  await sleep(AFTER_MS)
}

/** @returns the longest turn of a server that has nothing behind its streams, in ms */
const endOfRawStreams = async (): Promise<number> => {
  const turnsPort = await freePort()
  const raw = await startServer([RAW], { TURNS_PORT: String(turnsPort), NODE_OPTIONS: `--import ${MONITOR}` })
  try {
    const streams = await openStreams(raw.port, [''])
    await turnsOn(turnsPort)
    await endOf(streams)
    return (await turnsOn(turnsPort)).longestMs
  } finally {
    await raw.stop()
  }
}

const turnsOn = async (port: number): Promise<Turns> =>
  v.parse(Turns, await (await fetch(`http://127.0.0.1:${port}`)).json())

type BenchRequest = { method?: string; path: string; body?: unknown }

const ask = async (port: number, cookie: string, { method = 'GET', path, body }: BenchRequest): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/${path}`, {
    method,
    headers: { cookie, [REQUEST_TYPE_HEADER]: REQUEST_TYPE, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 200)}`)
  return text
}

const Page = v.object({ next: v.optional(v.nullable(v.string())) })

const allPages = async (port: number, cookie: string, list: 'likes' | 'chats'): Promise<void> => {
  for (let after: string | null | undefined = ''; typeof after === 'string';)
    after = v.parse(
      Page,
      JSON.parse(await ask(port, cookie, { path: after === '' ? list : `${list}?after=${after}` })),
    ).next
}

const callsOf = (port: number, { id, cookie }: Heavy): Act[] => {
  const call = (path: string): Act => ({ what: `GET ${path}`, run: () => ask(port, cookie, { path }) })
  return [
    call('user'),
    call('sync?after=0'),
    call('chats'),
    call('likes'),
    { what: 'all pages of 50,000 likes', run: () => allPages(port, cookie, 'likes') },
    { what: 'all pages of 10,000 chats', run: () => allPages(port, cookie, 'chats') },
    {
      what: 'eight chat lists at once',
      run: () => Promise.all(Array.from({ length: 8 }, () => ask(port, cookie, { path: 'chats' }))),
    },
    call('auto-like'),
    call('swipe'),
    call('match-finder'),
    call('members'),
    call(`members/${id}`),
    call('blocks'),
    call('transactions'),
    { what: 'export', run: () => downloadExport(port, cookie) },
  ]
}

const Proven = v.object({ token: v.string() })

const downloadExport = async (port: number, cookie: string): Promise<string> => {
  const proven = await ask(port, cookie, { method: 'POST', path: 'export', body: { password: PASSWORD } })
  const { token } = v.parse(Proven, JSON.parse(proven))
  return ask(port, cookie, { path: `export?token=${token}` })
}

const changesOf = (port: number, popular: Heavy, leaving: Heavy, database: Database.Database): Act[] => {
  const change = (what: string, { cookie }: Heavy, asked: BenchRequest): Act => ({
    what: `${what}, with what follows`,
    run: async () => {
      await ask(port, cookie, asked)
      await untilNone(database, 'circle.announce')
    },
  })
  return [
    change('a change of name', popular, { method: 'PUT', path: 'profile', body: { name: 'Somebody Else' } }),
    change('invisible mode', popular, { method: 'PUT', path: 'notifications', body: { invisible_mode: true } }),
    change('a deletion', leaving, { method: 'DELETE', path: 'user', body: { password: PASSWORD } }),
  ]
}

/** Messages of others while a heavy member uses everything, beside the same load alone. */
const besideHeavy = async (
  port: number,
  pairs: readonly Pair[],
  popular: Heavy,
  { messageSeconds }: Options,
): Promise<Figure[]> => {
  const load = { port, pairs, seconds: 4 * messageSeconds, counts: 'hint' as const }
  const quiet = await runTask(LOAD_TASK, load, LoadResult)
  const using = { isOver: false }
  const acts = callsOf(port, popular)
  const use = (async () => {
    while (!using.isOver) for (const { run } of acts) if (!using.isOver) await run()
  })()
  const busy = await runTask(LOAD_TASK, load, LoadResult)
  using.isOver = true
  await use
  return (['p50', 'p99'] as const).map((value) => ({
    what: `heavy: ${value} of others' messages meanwhile`,
    ours: busy[value],
    unit: 'ms',
    limit: { what: 'alone', value: quiet[value] },
    target: value === 'p99' ? atMost(3) : null,
  }))
}

const openStreams = async (port: number, cookies: readonly string[]): Promise<Socket[]> => {
  const sockets: Socket[] = []
  while (sockets.length < STREAMS) {
    const socket = await openSocket(port)
    const cookie = cookies[sockets.length % cookies.length] ?? ''
    socket.write(requestText('GET', '/api/events', port, { cookie, accept: 'text/event-stream' }))
    await new Promise<void>((resolve) => socket.once('data', () => resolve()))
    socket.resume()
    sockets.push(socket)
  }
  return sockets
}

const POLL_MS = 100

const untilNone = async (database: Database.Database, kind: string): Promise<void> => {
  const waiting = database.prepare(`select count(*) from jobs where kind = ? and failed_at is null`).pluck()
  while (Number(waiting.get(kind)) > 0) await sleep(POLL_MS)
}

/** Makes a recurring job due, and waits until it is armed for its next run, or has run long enough. */
const runJob = async (database: Database.Database, kind: string, kick: () => Promise<void>): Promise<void> => {
  database.prepare('update jobs set run_at = 1 where kind = ?').run(kind)
  await kick()
  const runAt = database.prepare('select run_at from jobs where kind = ?').pluck()
  const end = performance.now() + WATCH_MS
  while (Number(runAt.get(kind)) === 1 && performance.now() < end) await sleep(POLL_MS)
}

/** A message wakes the job loop. */
const say = async (port: number, pair: Pair | undefined): Promise<void> => {
  if (!pair) return
  const connection = await openConnection(port)
  const body = JSON.stringify({
    client_id: uuidv7(Date.now(), randomBytes(10)),
    profile: pair.profile,
    type: 'text',
    text: 'hello',
  })
  await connection.request('POST', '/api/messages', { cookie: pair.sender }, body)
  connection.close()
}
