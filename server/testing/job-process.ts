/**
 * A process that runs the jobs of a shared database: it prints the id of each `mail.reset` job that it runs. Arguments:
 * the file of SQLite or the URL of PostgreSQL, and the name of the loop. A line on stdin is a command: `go` starts the loop,
 * and `both` says that the other processes have begun too. No job ends before `both`, so no process can run all jobs alone.
 */
import { randomInt } from 'node:crypto'
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import { openDatabases } from '../db/database.ts'
import { groupedWrites } from '../db/grouped-writes.ts'
import { withQueries } from '../db/queries.ts'
import { siteDatabase, sqliteEngine } from '../db/site-database.ts'
import type { Tx } from '../deps.ts'
import { startBeat } from '../jobs/beat.ts'
import { createJobLoop, type JobHandlers } from '../jobs/loop.ts'

const [place = '', worker = ''] = process.argv.slice(2)
const isShared = place.startsWith('postgres:')
const { engine } = isShared
  ? await siteDatabase({ DATA_DIR: '', DATABASE_URL: place }).open()
  : { engine: sqliteEngine(openDatabases(place)) }
const nothing = () => undefined
const { write, groupsAtOnce } = engine.writer<Tx>((queries, _, commitNeeds) =>
  withQueries(queries, {
    changed: nothing,
    sessionEnded: nothing,
    deskChanged: nothing,
    happened: nothing,
    commitNeeds,
  }),
)

const bothRun = Promise.withResolvers<void>()

const handlers: Partial<JobHandlers> = {
  'mail.reset': async (_, job) => {
    process.stdout.write(`${job}\n`)
    await bothRun.promise
    await new Promise((resolve) => setTimeout(resolve, randomInt(5)))
  },
}

const now = () => Date.now()
const { read } = engine
const log = pino({ level: 'silent' })
let names = 0
const newWorker = () => `${worker} ${(names += 1)}`
const beat = isShared
  ? await startBeat({ read, write, now, log, monotonic: () => performance.now(), newWorker, kick: () => loop.kick() })
  : undefined
const loop = createJobLoop({
  read,
  write,
  writeGrouped: groupedWrites(write, groupsAtOnce),
  now,
  log,
  random: Math.random,
  worker,
  ...(beat && { beat }),
  // Only jobs of this kind are in the table.
  handlers: handlers as JobHandlers,
})
createInterface(process.stdin).on('line', (line) => {
  if (line === 'go') void loop.runDue().then(() => process.exit(0))
  if (line === 'both') bothRun.resolve()
})
process.stdout.write('ready\n')
