/**
 * A process that runs the jobs of a shared database: it prints the id of each `mail.reset` job that it runs. Arguments:
 * the database file and the name of the loop. A line on stdin is a command: `go` starts the loop, and `both` says that the
 * other process has begun too. No job ends before `both`, so neither process can run all jobs alone.
 */
import { randomInt } from 'node:crypto'
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import { openDatabases } from '../db/database.ts'
import { queriesOn } from '../db/queries.ts'
import { writeGroup } from '../db/write-group.ts'
import type { Tx } from '../deps.ts'
import { createJobLoop, type JobHandlers } from '../jobs/loop.ts'

const [file = '', worker = ''] = process.argv.slice(2)
const databases = openDatabases(file)
const read = queriesOn(databases.writer)
const nothing = () => undefined
const { write } = writeGroup<Tx>(databases.writer, () => ({
  ...read,
  changed: nothing,
  jobWaits: nothing,
  sessionEnded: nothing,
  deskChanged: nothing,
  happened: nothing,
}))

const bothRun = Promise.withResolvers<void>()

const handlers: Partial<JobHandlers> = {
  'mail.reset': async (_, job) => {
    process.stdout.write(`${job}\n`)
    await bothRun.promise
    await new Promise((resolve) => setTimeout(resolve, randomInt(5)))
  },
}

const loop = createJobLoop({
  read,
  write,
  now: () => Date.now(),
  log: pino({ level: 'silent' }),
  random: Math.random,
  worker,
  // Only jobs of this kind are in the table.
  handlers: handlers as JobHandlers,
})
createInterface(process.stdin).on('line', (line) => {
  if (line === 'go') void loop.runDue().then(() => process.exit(0))
  if (line === 'both') bothRun.resolve()
})
process.stdout.write('ready\n')
