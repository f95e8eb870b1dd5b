/** `npm run codes`: discount codes. Help: `npm run codes -- help`. */
import { existsSync } from 'node:fs'
import { databaseFile } from '../server/adapters/data-dir.ts'
import { openDatabases, SchemaError } from '../server/db/database.ts'
import { queriesOn } from '../server/db/queries.ts'
import { writeGroup } from '../server/db/write-group.ts'
import { publicUrl, envOfProcess, type Env } from '../server/env.ts'
import { createLog } from '../server/logging.ts'
import { settingsFrom } from '../server/settings.ts'
import { commandFrom, HELP, NotACommand, type Command } from './codes/command.ts'
import { runCodes } from './codes/run.ts'

/** On the database of a server that may be running beside: its writers wait for one another. */
const work = async (env: Env, command: Exclude<Command, { do: 'help' }>): Promise<string> => {
  const file = databaseFile(env.DATA_DIR)
  if (!existsSync(file)) throw new NotACommand(`There is no database in ${env.DATA_DIR}. Set DATA_DIR to the server’s.`)
  const databases = openDatabases(file, { checkpoints: 'thread', schema: 'require' })
  const read = queriesOn(databases.writer)
  const group = writeGroup(databases.writer, () => ({
    ...read,
    changed: () => undefined,
    jobWaits: () => undefined,
    sessionEnded: () => undefined,
    happened: () => undefined,
  }))
  const rows = await read.site.settingRows(new URL(publicUrl(env)).hostname)
  const settings = settingsFrom(rows, {}, createLog('warn'))
  try {
    return await runCodes({ read, write: group.write, settings: () => settings, now: () => Date.now() }, command)
  } finally {
    await group.settled()
    databases.close()
  }
}

try {
  const command = commandFrom(process.argv.slice(2))
  console.log(command.do === 'help' ? HELP : await work(envOfProcess(), command))
} catch (error) {
  if (error instanceof SchemaError) console.error(error.message)
  else if (error instanceof NotACommand) console.error(`${error.message}\n\n${HELP}`)
  else throw error
  process.exitCode = 1
}
