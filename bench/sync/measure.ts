/** Measures refreshes: every byte of one without news, read off the socket [PWA-4], and the time of those with news. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import * as v from 'valibot'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import { openConnection, type Connection } from '../http/connection.ts'
import type { Options } from '../options.ts'
import type { RunningServer } from '../process/server.ts'
import { copyMembers, logIn } from '../product/members.ts'
import { startProduct } from '../product/start.ts'
import { atMost, type Figure, type MeasureResult, median } from '../report.ts'
import { prepareNews, type News } from './news.ts'

const MEMBERS = 1_000
const MEMBER = 1
const ROUNDS = 200
const BYTES_MAX = 300
/** Requests in a turn. */
const TURN = 300

const Standing = v.object({ seq: v.number() })

type Contestant = { server: RunningServer; connection: Connection }

export const measureSync = async (options: Options): Promise<MeasureResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sync-'))
  const contestants: Contestant[] = []
  const start = async (name: string, checkout?: string): Promise<Contestant> => {
    const server = await startProduct(join(folder, name), options, {}, checkout)
    const contestant = { server, connection: await openConnection(server.port) }
    contestants.push(contestant)
    return contestant
  }
  try {
    await copyMembers(MEMBERS, join(folder, 'ours'))
    const database = new Database(databaseFile(join(folder, 'ours')))
    const cookie = logIn(database, MEMBER)
    const news = prepareNews(database)
    mkdirSync(join(folder, 'beside'))
    await database.backup(databaseFile(join(folder, 'beside')))
    database.close()
    const ours = await start('ours')
    const other = options.beside === null ? null : await start('beside', options.beside)
    const quiet = await withoutNews(ours.connection, cookie)
    const figures: Figure[] = [...quiet.figures]
    const { connection } = ours
    const standing = await connection.request('GET', '/api/chats', { cookie })
    const { seq } = v.parse(Standing, JSON.parse(standing.body))
    for (const one of [{ what: 'no news', cookie, after: seq }, ...news])
      figures.push(...(await withNews(ours, other, one, options)))
    return { figures, notes: quiet.notes }
  } finally {
    for (const { connection, server } of contestants) {
      connection.close()
      await server.stop()
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

const withoutNews = async (connection: Connection, cookie: string): Promise<MeasureResult> => {
  const chats = await connection.request('GET', '/api/chats', { cookie })
  const { seq } = v.parse(Standing, JSON.parse(chats.body))
  const times: number[] = []
  const sizes: number[] = []
  let head = ''
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    const answer = await connection.request('GET', `/api/sync?after=${seq}`, { cookie })
    times.push(performance.now() - start)
    sizes.push(answer.bytes)
    head = answer.head
    if (answer.status !== 204) throw new Error(`There was news where none should be: ${answer.body}`)
  }
  return {
    figures: [
      {
        what: 'sync without news: head and body',
        ours: Math.max(...sizes),
        unit: 'bytes',
        limit: { what: 'at most', value: BYTES_MAX },
        target: atMost(1),
      },
      { what: 'sync without news: p50', ours: median(times), unit: 'ms', limit: null, target: null },
    ],
    notes: [`The answer of a sync without news: ${head.split('\r\n').join(' · ')}`],
  }
}

type Turn = { p50: number; processorUs: number }

/** With `--beside`, both servers take turns on copies of one database, and their answers must be the same. */
const withNews = async (
  ours: Contestant,
  other: Contestant | null,
  news: News,
  { syncRounds }: Options,
): Promise<Figure[]> => {
  const turns: { ours: Turn; beside: Turn | null }[] = []
  const [answer, expected] = [await ask(ours, news), other && (await ask(other, news))]
  if (expected !== null && answer !== expected)
    throw new Error(`The answers with ${news.what} differ:\n${answer}\n${expected}`)
  for (let round = 0; round <= syncRounds; round += 1) {
    const turn = { ours: await take(ours, news), beside: other && (await take(other, news)) }
    // The first one warms up.
    if (round > 0) turns.push(turn)
  }
  const besides = turns.flatMap(({ beside }) => beside ?? [])
  const figure = (what: string, unit: string, value: (turns: Turn[]) => number): Figure => ({
    what: `sync with ${news.what}: ${what}`,
    ours: value(turns.map((turn) => turn.ours)),
    unit,
    limit: other && { what: 'the checkout beside', value: value(besides) },
    target: null,
  })
  return [
    figure('p50', 'ms', (all) => median(all.map(({ p50 }) => p50))),
    // The mean, because the steps in which it is counted are as long as a turn's differences.
    figure(
      'processor time each',
      'µs',
      (all) => all.reduce((sum, { processorUs }) => sum + processorUs, 0) / all.length,
    ),
  ]
}

const ask = async ({ connection }: Contestant, { what, cookie, after }: News): Promise<string> => {
  const answer = await connection.request('GET', `/api/sync?after=${after}`, { cookie })
  if (answer.status !== (what === 'no news' ? 204 : 200)) throw new Error(`Sync with ${what}: ${answer.head}`)
  return answer.body
}

const take = async (contestant: Contestant, news: News): Promise<Turn> => {
  const times: number[] = []
  const before = contestant.server.processorSeconds()
  for (let request = 0; request < TURN; request += 1) {
    const start = performance.now()
    await ask(contestant, news)
    times.push(performance.now() - start)
  }
  return {
    p50: median(times),
    processorUs: ((contestant.server.processorSeconds() - before) * 1_000_000) / TURN,
  }
}
