/** `npm run desk`: the people who look at photos, reports and appeals. Help: `npm run desk -- help`. */
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { envOfProcess } from '../server/env.ts'
import { runCommand } from './cli.ts'
import { withDeps } from './command-deps.ts'
import { commandFrom, HELP } from './desk/command.ts'
import { runDesk } from './desk/run.ts'

const saveCopy = async (name: string, bytes: Uint8Array): Promise<string> => {
  const file = join(tmpdir(), name)
  await writeFile(file, bytes, { mode: 0o600 })
  return file
}

await runCommand(HELP, (words) => {
  const command = commandFrom(words)
  return withDeps(envOfProcess(), (deps) => runDesk(deps, command, saveCopy))
})
