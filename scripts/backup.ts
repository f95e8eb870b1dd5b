/** `npm run backup` and `npm run restore`: DATA_DIR into a folder and back [OPS-5]. */
import { existsSync } from 'node:fs'
import { databaseFile } from '../server/adapters/data-dir.ts'
import { backUp, NotPossible } from '../server/backup/back-up.ts'
import { restore } from '../server/backup/restore.ts'
import { openDatabases, schemaStateOf } from '../server/db/database.ts'
import { queriesOn } from '../server/db/queries.ts'
import { envOfProcess } from '../server/env.ts'
import { backupFrom, HELP, NotACommand, restoreFrom } from './backup/command.ts'

// As the server does.
process.umask(0o077)

const main = async ([verb, ...words]: readonly string[]): Promise<void> => {
  const dataDir = envOfProcess().DATA_DIR
  if (verb === 'restore') {
    const from = restoreFrom(words)
    await restore(from, dataDir)
    console.log(`${from} is back in ${dataDir}. Start the server: it brings the database up to date.`)
    return
  }
  const { folder, keep } = backupFrom(words)
  if (!existsSync(databaseFile(dataDir))) throw new NotPossible(`There is no database in ${dataDir}.`)
  const { made, dropped } = await backUp({ dataDir, folder, now: Date.now(), keep })
  console.log(made)
  await noteBackup(dataDir)
  for (const name of dropped) console.log(`Removed: ${name}`)
}

/** `npm run doctor` and `/metrics` report the age of the last backup. A database of an older version cannot note it. */
const noteBackup = async (dataDir: string): Promise<void> => {
  const file = databaseFile(dataDir)
  if (schemaStateOf(file) !== 'current') return
  const databases = openDatabases(file, { checkpoints: 'thread', schema: 'require' })
  await queriesOn(databases.writer).operations.setLastBackup(Date.now())
  databases.close()
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  process.exitCode = 1
  if (error instanceof NotACommand) console.error(`${error.message}\n\n${HELP}`)
  else if (error instanceof NotPossible) console.error(error.message)
  else throw error
}
