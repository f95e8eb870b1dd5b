/** `npm run settings`: the settings of the site and of its domains. Help: `npm run settings -- help`. */
import { envOfProcess } from '../server/env.ts'
import { runCommand } from './cli.ts'
import { withDeps } from './command-deps.ts'
import { commandFrom, HELP, runSettings } from './settings/command.ts'

await runCommand(HELP, (words) => {
  const command = commandFrom(words)
  return withDeps(envOfProcess(), (deps) => runSettings(deps, command))
})
