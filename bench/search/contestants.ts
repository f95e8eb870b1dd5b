/** Our server and the bare queries on one copy of a seeded database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import { seededRandom } from '../../server/seed/random.ts'
import type { Options } from '../options.ts'
import { startServer, type RunningServer } from '../process/server.ts'
import { copyMembers } from '../product/members.ts'
import { movedToPostgres } from '../product/postgres.ts'
import { startProduct } from '../product/start.ts'
import { drawSearches, type Filter, type Search } from './filters.ts'

export type Contestants = {
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

export const startContestants = async (members: number, options: Options): Promise<Contestants> => {
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
