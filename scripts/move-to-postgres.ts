/** `npm run move-to-postgres`: the site in DATA_DIR, from SQLite into the empty PostgreSQL database of DATABASE_URL [OPS-8]. */
import { parseArgs } from 'node:util'
import { differingAnswers } from '../server/areas/feed/same-answers.ts'
import { databaseFile } from '../server/adapters/data-dir.ts'
import { InUseError, lockDataDir } from '../server/db/data-dir-lock.ts'
import { moveFromSqlite } from '../server/db/postgres/move-from-sqlite.ts'
import { envOfProcess } from '../server/env.ts'
import { isPlain, NotACommand } from './cli.ts'

const HELP = `npm run move-to-postgres [-- --sample 1000]

Stop the server, set DATABASE_URL to an empty database of PostgreSQL, and run this. Every row is copied and compared, and so are the
answers that as many members get from both. DATA_DIR keeps the SQLite database, unchanged, and the photos and keys.`

// As the server does.
process.umask(0o077)

const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: { sample: { type: 'string', default: '1000' }, help: { type: 'boolean' } } })
  if (values.help === true) return console.log(HELP)
  const sample = Number(values.sample)
  if (!Number.isInteger(sample) || sample < 0) throw new NotACommand(`--sample: “${values.sample}” is no number.`)
  const env = envOfProcess()
  if (env.DATABASE_URL === undefined) throw new NotACommand('DATABASE_URL is not set: where shall the site move?')
  const began = performance.now()
  const seconds = (): string => ((performance.now() - began) / 1_000).toFixed(1)
  const log = (text: string): void => console.log(`${seconds().padStart(6)} s  ${text}`)
  const at = Date.now()
  const lock = lockDataDir(env.DATA_DIR, 'move to PostgreSQL', at)
  try {
    const differences = await moveFromSqlite({
      file: databaseFile(env.DATA_DIR),
      url: env.DATABASE_URL,
      compareAnswers: (source, target, members) => differingAnswers(source, target, members, { env, now: () => at }),
      sample,
      log,
    })
    if (differences.length === 0)
      return console.log(`The site has moved in ${seconds()} s. Start every server with this DATABASE_URL from now on.`)
    process.exitCode = 1
    for (const difference of differences) console.error(difference)
    console.error('The copy differs, so no server opens it. SQLite is unchanged. Run the command again to begin anew.')
  } finally {
    lock.release()
  }
}

try {
  await main()
} catch (error) {
  process.exitCode = 1
  if (error instanceof NotACommand) console.error(`${error.message}\n\n${HELP}`)
  else if (error instanceof InUseError || isPlain(error)) console.error(error.message)
  else {
    console.error(
      'The move broke off. SQLite is unchanged. Run the command again: it empties the database and begins anew.',
    )
    throw error
  }
}
