/** `npm run settings`: what is set for the site, and for each of its domains. Help: `npm run settings -- help`. */
import { existsSync } from 'node:fs'
import { databaseFile } from '../server/adapters/data-dir.ts'
import { openDatabases, SchemaError } from '../server/db/database.ts'
import { queriesOn } from '../server/db/queries.ts'
import { envOfProcess } from '../server/env.ts'
import { commandFrom, HELP, NotACommand, type Command } from './settings/command.ts'
import { runSettings } from './settings/run.ts'

const work = async (dataDir: string, command: Exclude<Command, { do: 'help' }>): Promise<string> => {
  const file = databaseFile(dataDir)
  if (!existsSync(file)) throw new NotACommand(`There is no database in ${dataDir}. Set DATA_DIR to the server’s.`)
  const databases = openDatabases(file, { checkpoints: 'thread', schema: 'require' })
  try {
    return await runSettings(queriesOn(databases.writer).site, command)
  } finally {
    databases.close()
  }
}

try {
  const command = commandFrom(process.argv.slice(2))
  console.log(command.do === 'help' ? HELP : await work(envOfProcess().DATA_DIR, command))
} catch (error) {
  if (error instanceof SchemaError) console.error(error.message)
  else if (error instanceof NotACommand) console.error(`${error.message}\n\n${HELP}`)
  else throw error
  process.exitCode = 1
}
