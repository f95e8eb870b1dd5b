/** `npm run codes`: discount codes. Help: `npm run codes -- help`. */
import { queriesOn } from '../server/db/queries.ts'
import { writeGroup } from '../server/db/write-group.ts'
import { publicUrl, envOfProcess, type Env } from '../server/env.ts'
import { createLog } from '../server/logging.ts'
import { settingsFrom } from '../server/settings.ts'
import { openServerDatabase, runCommand } from './cli.ts'
import { commandFrom, HELP, type Command } from './codes/command.ts'
import { runCodes } from './codes/run.ts'

const work = async (env: Env, command: Exclude<Command, { do: 'help' }>): Promise<string> => {
  const databases = openServerDatabase(env.DATA_DIR)
  const read = queriesOn(databases.writer)
  const group = writeGroup(databases.writer, () => ({
    ...read,
    changed: () => undefined,
    jobWaits: () => undefined,
    sessionEnded: () => undefined,
    deskChanged: () => undefined,
    happened: () => undefined,
  }))
  const rows = await read.site.settingRows(new URL(publicUrl(env)).hostname)
  const settings = settingsFrom(rows, {}, createLog('warn'))
  try {
    return await runCodes({ read, write: group.write, settings: () => settings, now: () => Date.now(), env }, command)
  } finally {
    await group.settled()
    databases.close()
  }
}

await runCommand(HELP, (words) => {
  const command = commandFrom(words)
  return command.do === 'help' ? HELP : work(envOfProcess(), command)
})
