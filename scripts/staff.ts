/** `npm run staff`: the accounts of the desk and its audit [DESK-1], [DESK-3]. Help: `npm run staff -- help`. */
import { envOfProcess } from '../server/env.ts'
import { runCommand } from './cli.ts'
import { withDeps } from './command-deps.ts'
import { commandFrom, HELP, BrokenAudit, runStaff } from './staff/command.ts'

await runCommand(HELP, async (words) => {
  const command = commandFrom(words)
  try {
    return await withDeps(envOfProcess(), (deps) => runStaff(deps, command))
  } catch (error) {
    if (!(error instanceof BrokenAudit)) throw error
    process.exitCode = 1
    return error.message
  }
})
