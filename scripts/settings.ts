/** `npm run settings`: what is set for the site, and for each of its domains. Help: `npm run settings -- help`. */
import { queriesOn } from '../server/db/queries.ts'
import { envOfProcess } from '../server/env.ts'
import { openServerDatabase, runCommand } from './cli.ts'
import { commandFrom, HELP } from './settings/command.ts'
import { runSettings } from './settings/run.ts'

await runCommand(HELP, async (words) => {
  const command = commandFrom(words)
  if (command.do === 'help') return HELP
  const databases = openServerDatabase(envOfProcess().DATA_DIR)
  try {
    return await runSettings(queriesOn(databases.writer).site, command)
  } finally {
    databases.close()
  }
})
