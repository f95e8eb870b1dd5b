/** Search over HTTP, beside the better of two bare queries on the same file, among many members and among few. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import { FLAT_FROM, type Options } from '../options.ts'
import { startServer, type RunningServer } from '../process/server.ts'
import { runTask } from '../process/task.ts'
import { copyMembers } from '../product/members.ts'
import { startProduct } from '../product/start.ts'
import { atMost, type Figure, type Measured } from '../report/figure.ts'
import { percentile } from '../report/statistics.ts'
import { drawSearches, FILTERS, type Filter } from './filters.ts'
import { SearchTimes, type SearchLoad } from './load.ts'
import { seededRandom } from './seeded-random.ts'

const LOAD_TASK = fileURLToPath(new URL('load-task.ts', import.meta.url))
const BARE_SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url))
const SEED = 7

type Results = Record<Filter, SearchTimes>

export const measureSearch = async (options: Options): Promise<Measured> => {
  const few = await searchAmong(FLAT_FROM, options)
  if (options.members === FLAT_FROM)
    return { figures: FILTERS.flatMap((name) => besideBare(name, few, FLAT_FROM)), notes: [] }
  const many = await searchAmong(options.members, options)
  return {
    figures: FILTERS.flatMap((name) => [
      ...besideBare(name, many, options.members),
      ...besideFew(name, many, few, options),
    ]),
    notes: [
      'Search: the bare query is the better of the walk by activity and the walk by birth year; "over HTTP" is the same query behind bare Hono.',
    ],
  }
}

const searchAmong = async (members: number, options: Options): Promise<Results> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-search-'))
  const servers: RunningServer[] = []
  try {
    await copyMembers(members, folder)
    const file = databaseFile(folder)
    const database = new Database(file)
    const searches = drawSearches(database, options.searches, seededRandom(SEED))
    database.close()
    const ours = await startProduct(folder, options)
    servers.push(ours)
    const bare = await startServer([BARE_SERVER], { FILE: file })
    servers.push(bare)
    const results: Partial<Results> = {}
    for (const name of FILTERS) {
      const load: SearchLoad = { ours: ours.port, bare: bare.port, searches: searches[name] }
      const times = await runTask(LOAD_TASK, load, SearchTimes)
      if (times.found.ours !== times.found.bare)
        throw new Error(`"${name}": ours found ${times.found.ours}, the bare query ${times.found.bare}`)
      results[name] = times
      console.log(
        `  ${members.toLocaleString('en')} members, ${name}: p50 ${percentile(times.ours, 0.5).toFixed(2)} ms, p99 ${percentile(times.ours, 0.99).toFixed(2)} ms, ${(times.found.ours / times.ours.length).toFixed(1)} found`,
      )
    }
    return results as Results
  } finally {
    for (const server of servers) await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const besideBare = (name: Filter, results: Results, members: number): Figure[] => {
  const { ours, activity, year } = results[name]
  const better = percentile(activity.query, 0.99) <= percentile(year.query, 0.99) ? activity : year
  const figure = (share: number, times: number[], what: string, target: Figure['target']): Figure => ({
    what: `search, ${members.toLocaleString('en')}, ${name}: p${share * 100}`,
    ours: percentile(ours, share),
    unit: 'ms',
    limit: { what, value: percentile(times, share) },
    target,
  })
  const walk = better === activity ? 'by activity' : 'by birth year'
  return [
    figure(0.5, better.query, `bare query ${walk}`, null),
    figure(0.99, better.query, `bare query ${walk}`, atMost(3)),
    figure(0.99, better.http, 'the same over HTTP', atMost(3)),
  ]
}

/** Flat: a hundred times as many members, at most twice the time. */
const besideFew = (name: Filter, many: Results, few: Results, { members }: Options): Figure[] =>
  [0.5, 0.99].map((share) => ({
    what: `search, ${members.toLocaleString('en')}, ${name}: p${share * 100}`,
    ours: percentile(many[name].ours, share),
    unit: 'ms',
    limit: { what: `ours among ${FLAT_FROM.toLocaleString('en')}`, value: percentile(few[name].ours, share) },
    target: atMost(2),
  }))
