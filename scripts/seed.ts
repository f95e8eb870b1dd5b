/** `npm run seed -- --members N --seed S [--data DIR] [--add] [--now ISO]`: fills a database with made-up members. */
import { parseArgs } from 'node:util'
import { databaseFile } from '../server/adapters/data-dir.ts'
import { lockDataDir } from '../server/db/data-dir-lock.ts'
import { requireSchema } from '../server/db/database.ts'
import { envOfProcess, type Env } from '../server/env.ts'
import { collectFacts } from '../server/operations/facts.ts'
import { PlainError } from '../server/plain-error.ts'
import { NotEmptyError, seedDatabase } from '../server/seed/seed.ts'
import { isHelp, sqliteFolder } from './cli.ts'

// As the server does.
process.umask(0o077)

const USAGE = 'npm run seed -- --members 300 --seed 1 [--data DIR] [--add] [--now 2026-01-31T12:00:00Z]'

const main = async (): Promise<void> => {
  if (isHelp(process.argv[2])) return console.log(USAGE)
  const { values } = parseArgs({
    options: {
      members: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
      data: { type: 'string' },
      now: { type: 'string' },
      add: { type: 'boolean', default: false },
    },
  })
  const members = Number(values.members)
  const now = values.now === undefined ? Date.now() : Date.parse(values.now)
  if (!Number.isInteger(members) || members < 1 || Number.isNaN(now)) throw new TypeError(`Usage: ${USAGE}`)
  const env = envOfProcess()
  const dataDir = sqliteFolder({ ...env, DATA_DIR: values.data ?? env.DATA_DIR }, 'seed')
  if (env.MODE === 'production') throw new TypeError('MODE is production: made-up members never go into a real site.')
  const file = databaseFile(dataDir)

  const began = performance.now()
  const seconds = (): string => ((performance.now() - began) / 1_000).toFixed(1)
  const log = (text: string): void => console.log(`${seconds().padStart(6)} s  ${text}`)
  const lock = lockDataDir(dataDir, 'seeding', Date.now())
  try {
    requireSchema(file, ['none'])
    if (await isRealSite({ ...env, DATA_DIR: dataDir }))
      throw new TypeError(`${dataDir} holds a real site: made-up members never go into it.`)
    await seedDatabase({ file, dataDir, members, seed: values.seed, now, add: values.add, log })
  } finally {
    lock.release()
  }
  console.log(`${members} members in ${seconds()} s: ${file}`)
}

/**
 * MODE is not proof: a shell without MODE counts as a demo, even with a real database. A database without a kind is
 * older than kinds; if it lacks the demo's members, its members are real.
 */
const isRealSite = async (env: Env): Promise<boolean> => {
  const { kind, hasMembers } = await collectFacts({
    env,
    variables: [],
    isNewSite: false,
    runsJobs: false,
    log: { warn: () => undefined },
    now: Date.now(),
  })
  return kind === 'production' || (kind === null && hasMembers)
}

try {
  await main()
} catch (error) {
  process.exitCode = 1
  if (error instanceof NotEmptyError)
    console.error(`${error.message} Add to them with --add, or name another folder with --data DIR.`)
  else if (error instanceof TypeError || error instanceof PlainError) console.error(error.message)
  else throw error
}
