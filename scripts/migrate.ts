/** `npm run migrate`: brings the database in DATA_DIR to this version's schema, after a copy of the old one [OPS-10]. */
import { InUseError, lockDataDir } from '../server/db/data-dir-lock.ts'
import { SchemaError } from '../server/db/database.ts'
import { migrateDataDir } from '../server/db/migrate.ts'
import { envOfProcess } from '../server/env.ts'

// As in the server: only the owner may read the files of DATA_DIR.
process.umask(0o077)

try {
  const { DATA_DIR } = envOfProcess()
  const lock = lockDataDir(DATA_DIR, 'migration', Date.now())
  const { copy } = migrateDataDir(DATA_DIR, Date.now())
  lock.release()
  console.log(
    `The database in ${DATA_DIR} has the schema of this version.${copy === null ? '' : ` Copy of before: ${copy}`}`,
  )
} catch (error) {
  if (!(error instanceof InUseError || error instanceof SchemaError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
