/** Sending on PostgreSQL beside SQLite, turn by turn in one run: by the use case itself, and over HTTP [OPS-8]. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import { moveFromSqlite } from '../../server/db/postgres/move-from-sqlite.ts'
import { startPostgres, urlIn } from '../../server/testing/postgres.ts'
import { LoadResult, type Load } from '../message/load.ts'
import { preparePairs } from '../message/ours.ts'
import { FLAT_FROM, type Options } from '../options.ts'
import { runTask } from '../process/task.ts'
import { copyMembers } from '../product/members.ts'
import { startProduct } from '../product/start.ts'
import { atLeast, type Figure, type MeasureResult, median } from '../report.ts'
import { InsideResult, type Inside } from './inside.ts'

const PAIR_COUNTS = [32, 128] as const
const DATABASE = 'visavis'
const INSIDE_TASK = fileURLToPath(new URL('inside-task.ts', import.meta.url))
const LOAD_TASK = fileURLToPath(new URL('../message/load-task.ts', import.meta.url))
/** PostgreSQL writes its counts of transactions after at most a second. */
const COUNTS_MS = 1_500

const ENGINES = ['sqlite', 'postgres'] as const
type Engine = (typeof ENGINES)[number]
const WAYS = ['inside', 'http'] as const
type Entrance = (typeof WAYS)[number]
type Turn = Pick<LoadResult, 'sent' | 'perSecond' | 'p50' | 'p99'> & { perCommit?: number }
type Contestant = { dataDir: string; databaseUrl: string | null; countMessages: () => Promise<number>; sent: number }
type Pairs = ReturnType<typeof preparePairs>

export const measureEngines = async (options: Options): Promise<MeasureResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-engines-'))
  // PostgreSQL's own settings: it syncs each commit, as SQLite does.
  const server = await startPostgres({ settings: [] })
  try {
    const dataDir = join(folder, 'sqlite')
    await copyMembers(FLAT_FROM, dataDir)
    const file = databaseFile(dataDir)
    const pairs = preparePairs(file, Math.max(...PAIR_COUNTS))
    const url = urlIn(DATABASE, server.folder)
    await moveTo(url, server.folder, file)
    const postgresDir = join(folder, 'postgres')
    mkdirSync(postgresDir)
    const contestants: Record<Engine, Contestant> = {
      sqlite: { dataDir, databaseUrl: null, countMessages: async () => countInSqlite(file), sent: 0 },
      postgres: { dataDir: postgresDir, databaseUrl: url, countMessages: () => countInPostgres(url), sent: 0 },
    }
    const before = await countsOf(contestants)
    const figures: Figure[] = []
    const notes: string[] = []
    for (const way of WAYS)
      for (const count of PAIR_COUNTS) {
        const turns: Record<Engine, Turn[]> = { sqlite: [], postgres: [] }
        const lost = await lostAt(url)
        for (let round = 1; round <= options.messageRounds; round += 1)
          for (const name of ENGINES) {
            const turn = await take(way, contestants[name], pairs.slice(0, count), options)
            contestants[name].sent += turn.sent
            turns[name].push(turn)
            console.log(`  ${way}, ${count} pairs, round ${round}, ${name}: ${lineOf(turn)}`)
          }
        await sleep(COUNTS_MS)
        const { rolledBack, deadlocks } = await lostAt(url)
        figures.push(...figuresOf(way, count, turns))
        notes.push(
          `${WHAT[way]}, ${count} pairs: PostgreSQL rolled back ${rolledBack - lost.rolledBack} transactions and met ${deadlocks - lost.deadlocks} deadlocks.`,
        )
      }
    const after = await countsOf(contestants)
    for (const name of ENGINES) {
      const [stored, { sent }] = [after[name] - before[name], contestants[name]]
      if (stored !== sent) throw new Error(`${name}: ${sent} messages were accepted, ${stored} are stored`)
      notes.push(`${name}: all ${sent.toLocaleString('en')} messages that were accepted are stored.`)
    }
    return { figures, notes }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const WHAT = { inside: 'without HTTP', http: 'over HTTP' } as const satisfies Record<Entrance, string>
const TARGETS = { inside: 0.8, http: 0.6 } as const satisfies Record<Entrance, number>

const take = async (
  way: Entrance,
  { dataDir, databaseUrl }: Contestant,
  pairs: Pairs,
  options: Options,
): Promise<Turn> => {
  const seconds = options.messageSeconds
  if (way === 'inside') {
    const ids = pairs.map(({ senderId, profile }) => ({ sender: senderId, recipient: profile }))
    const task: Inside = { dataDir, databaseUrl, pairs: ids, seconds }
    return runTask(INSIDE_TASK, task, InsideResult)
  }
  const env = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }
  const server = await startProduct(dataDir, options, env)
  try {
    const load: Load = { port: server.port, pairs, seconds, counts: 'hint' }
    return await runTask(LOAD_TASK, load, LoadResult)
  } finally {
    await server.stop()
  }
}

const lineOf = ({ perSecond, p50, p99, perCommit }: Turn): string =>
  [
    `${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
    ...(perCommit === undefined ? [] : [`${perCommit.toFixed(1)} messages a commit`]),
  ].join(', ')

const figuresOf = (way: Entrance, count: number, turns: Record<Engine, Turn[]>): Figure[] => {
  const medianOf = (name: Engine, value: 'perSecond' | 'p99') => median(turns[name].map((turn) => turn[value]))
  const figure = (value: 'perSecond' | 'p99', unit: string, target: Figure['target']): Figure => ({
    what: `engines, ${WHAT[way]}, ${count} pairs: ${value === 'p99' ? 'p99' : 'sent'} on PostgreSQL`,
    ours: medianOf('postgres', value),
    unit,
    limit: { what: 'on SQLite', value: medianOf('sqlite', value) },
    target,
  })
  return [figure('perSecond', '/s', atLeast(TARGETS[way])), figure('p99', 'ms', null)]
}

const moveTo = async (url: string, socketFolder: string, file: string): Promise<void> => {
  await ask(urlIn('postgres', socketFolder), `create database ${DATABASE}`)
  const differences = await moveFromSqlite({
    file,
    url,
    compareAnswers: async () => [],
    sample: 0,
    log: () => undefined,
  })
  if (differences.length > 0) throw new Error(`The members could not be moved: ${differences[0]}`)
}

const ask = async (url: string, text: string): Promise<Record<string, unknown>> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows[0] ?? {}
  } finally {
    await client.end()
  }
}

const lostAt = async (url: string): Promise<{ rolledBack: number; deadlocks: number }> => {
  const row = await ask(
    url,
    `select xact_rollback as lost, deadlocks from pg_stat_database where datname = '${DATABASE}'`,
  )
  return { rolledBack: Number(row['lost']), deadlocks: Number(row['deadlocks']) }
}

const COUNT = 'select count(*) as total from messages'

const countInPostgres = async (url: string): Promise<number> => Number((await ask(url, COUNT))['total'])

const countInSqlite = (file: string): number => {
  const database = new Database(file, { readonly: true })
  try {
    return Number(database.prepare(COUNT).pluck().get())
  } finally {
    database.close()
  }
}

const countsOf = async ({ sqlite, postgres }: Record<Engine, Contestant>): Promise<Record<Engine, number>> => ({
  sqlite: await sqlite.countMessages(),
  postgres: await postgres.countMessages(),
})
