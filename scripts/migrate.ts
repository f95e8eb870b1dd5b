/** `npm run migrate`: brings the database to this version's schema; SQLite after a copy of the old one [OPS-10]. */
import { InUseError } from '../server/db/data-dir-lock.ts'
import { siteDatabase } from '../server/db/site-database.ts'
import { envOfProcess } from '../server/env.ts'
import { isPlain } from './cli.ts'

// As in the server: only the owner may read the files of DATA_DIR.
process.umask(0o077)

try {
  const env = envOfProcess()
  const database = siteDatabase(env)
  const lock = database.lock('migration', Date.now())
  const { copy } = await database.migrate(Date.now())
  lock.release()
  console.log(
    `The database ${env.DATABASE_URL === undefined ? `in ${env.DATA_DIR}` : 'of DATABASE_URL'} has the schema of this version.${copy === null ? '' : ` Copy of before: ${copy}`}`,
  )
} catch (error) {
  if (!(error instanceof InUseError || isPlain(error))) throw error
  console.error(error.message)
  process.exitCode = 1
}
