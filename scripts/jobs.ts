/** `npm run jobs`: jobs that were given up, by kind. `npm run jobs -- retry [KIND]` runs them again. */
import { databaseFile } from '../server/adapters/data-dir.ts'
import { openDatabases, SchemaError } from '../server/db/database.ts'
import { queriesOn } from '../server/db/queries.ts'
import { envOfProcess } from '../server/env.ts'

const [verb, kind] = process.argv.slice(2)
try {
  const databases = openDatabases(databaseFile(envOfProcess().DATA_DIR), { checkpoints: 'thread', schema: 'require' })
  const { jobs } = queriesOn(databases.writer)
  if (verb === 'retry')
    console.log(`${await jobs.retryFailed(kind ?? null, Date.now())} jobs run again within a minute.`)
  else if (verb === undefined) {
    const failed = await jobs.failed()
    for (const { kind: name, total, lastAt, reason } of failed)
      console.log(`${name}  ${total}  last ${new Date(lastAt).toISOString()}  ${reason ?? ''}`)
    if (failed.length === 0) console.log('No job was given up.')
  } else {
    console.error('npm run jobs, or npm run jobs -- retry [KIND]')
    process.exitCode = 1
  }
  databases.close()
} catch (error) {
  if (!(error instanceof SchemaError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
