/** `npm run migrate`: brings the database to this version's schema; SQLite after a copy of the old one [OPS-10]. */
import { envOfProcess } from '../server/env.ts'
import { existingDatabase, noMoreWords, runCommand } from './cli.ts'

const HELP = `npm run migrate    brings the database of DATA_DIR or DATABASE_URL to this version's schema; SQLite after a copy of the old one

Stop the server first. Its start does the same.`

// As in the server: only the owner may read the files of DATA_DIR.
process.umask(0o077)

await runCommand(HELP, async (words) => {
  noMoreWords(words)
  const env = envOfProcess()
  const database = existingDatabase(env)
  const lock = database.lock('migration', Date.now())
  const { copy } = await database.migrate(Date.now(), (line) => console.error(line))
  lock.release()
  return `The database ${env.DATABASE_URL === undefined ? `in ${env.DATA_DIR}` : 'of DATABASE_URL'} has the schema of this version.${copy === null ? '' : ` Copy of before: ${copy}`}`
})
