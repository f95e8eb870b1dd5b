/** Search over HTTP, beside the better of two bare queries on the same file, among many members and among few. */
import { fileURLToPath } from 'node:url'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { FLAT_FROM, type Options } from '../options.ts'
import { runTask } from '../process/task.ts'
import { type MeasureResult, percentile } from '../report.ts'
import { besideBare, besideFew, matchesBesideSearch, onPostgres, type SearchOutcome } from './figures.ts'
import { FILTERS, type Filter, drawSearches, type Search } from './filters.ts'
import { SearchTimes, type SearchLoad } from './load.ts'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import { seededRandom } from '../../server/seed/random.ts'
import { startServer, type RunningServer } from '../process/server.ts'
import { copyMembers } from '../product/members.ts'
import { movedToPostgres } from '../product/postgres.ts'
import { startProduct } from '../product/start.ts'

const LOAD_TASK = fileURLToPath(new URL('load-task.ts', import.meta.url))
const ROUNDS = 5

export const measureSearch = async (options: Options): Promise<MeasureResult> => {
  const sizes = options.members === FLAT_FROM ? [FLAT_FROM] : [FLAT_FROM, options.members]
  const all: Contestants[] = []
  try {
    for (const members of sizes) all.push(await startContestants(members, options))
    const figures = []
    for (const filter of FILTERS) {
      const [few, many] = await outcomesOf(all, filter)
      if (few && !many) figures.push(...besideBare(filter, few), ...matchesBesideSearch(few))
      if (few && many)
        figures.push(...besideBare(filter, many), ...besideFew(filter, many, few), ...matchesBesideSearch(many))
      if (few && options.postgres !== null) figures.push(...onPostgres(filter, few, many))
    }
    return {
      figures,
      notes: [
        'Search: the bare query is the better of the walk by activity and the walk by birth year; "over HTTP" is the same query behind bare Hono.',
      ],
    }
  } finally {
    for (const contestants of all) await contestants.stop()
  }
}

/** Few and many take turns, so that other work on the machine meets both alike. */
const outcomesOf = async (all: readonly Contestants[], filter: Filter): Promise<SearchOutcome[]> => {
  const outcomes = all.map(({ members }): SearchOutcome => ({ members, times: [], processorUs: 0 }))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { ours, postgres, bare, searches }] of all.entries()) {
      const drawn = searches[filter]
      const share = drawn.slice((round * drawn.length) / ROUNDS, ((round + 1) * drawn.length) / ROUNDS)
      const load: SearchLoad = {
        ours: ours.port,
        postgres: postgres?.port ?? null,
        bare: bare.port,
        searches: share,
        matches: filter === 'typical',
      }
      const before = ours.processorSeconds()
      const times = await runTask(LOAD_TASK, load, SearchTimes)
      const { found } = times
      if (found.ours !== found.bare)
        throw new Error(`"${filter}": ours found ${found.ours}, the bare query ${found.bare}`)
      if (postgres && found.postgres !== found.bare)
        throw new Error(`"${filter}": PostgreSQL found ${found.postgres}, the bare query ${found.bare}`)
      const outcome = outcomes[index]
      outcome?.times.push(times)
      if (outcome) outcome.processorUs += ((ours.processorSeconds() - before) * 1_000_000) / drawn.length
    }
  }
  for (const { members, times } of outcomes) {
    for (const [name, taken] of [
      ['', times.flatMap((part) => part.ours)],
      [' on PostgreSQL', times.flatMap((part) => part.postgres)],
    ] as const)
      if (taken.length > 0)
        console.log(
          `  ${members.toLocaleString('en')} members${name}, ${filter}: p50 ${percentile(taken, 0.5).toFixed(2)} ms, p99 ${percentile(taken, 0.99).toFixed(2)} ms`,
        )
  }
  return outcomes
}

/** Our server and the bare queries on one copy of a seeded database. */
type Contestants = {
  members: number
  ours: RunningServer
  /** Our server on PostgreSQL, with the same rows. */
  postgres: RunningServer | null
  bare: RunningServer
  searches: Record<Filter, Search[]>
  stop: () => Promise<void>
}

const BARE_SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url))
const SEED = 7

const startContestants = async (members: number, options: Options): Promise<Contestants> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-search-'))
  await copyMembers(members, folder)
  const file = databaseFile(folder)
  const database = new Database(file)
  const searches = drawSearches(database, options.searches, seededRandom(SEED))
  database.close()
  const moved =
    options.postgres === null ? null : await movedToPostgres(file, options.postgres, `visavis_bench_${members}`)
  const ours = await startProduct(folder, options)
  const postgres = moved && (await startProduct(folder, options, { DATABASE_URL: moved.url }))
  const bare = await startServer([BARE_SERVER], { FILE: file })
  return {
    members,
    ours,
    postgres,
    bare,
    searches,
    stop: async () => {
      await bare.stop()
      await postgres?.stop()
      await ours.stop()
      await moved?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
