/** `npm run staff`: the accounts of the desk and its audit [DESK-1], [DESK-3]. Help: `npm run staff -- help`. */
import { envOfProcess } from '../server/env.ts'
import { runCommand } from './cli.ts'
import { withDeps } from './command-deps.ts'
import { commandFrom, HELP, runStaff } from './staff/command.ts'

await runCommand(HELP, (words) => {
  const command = commandFrom(words)
  return withDeps(envOfProcess(), (deps) => runStaff(deps, command))
})
