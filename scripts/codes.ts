/** `npm run codes`: discount codes. Help: `npm run codes -- help`. */
import { publicUrl, envOfProcess, type Env } from '../server/env.ts'
import { settingsFrom } from '../server/settings.ts'
import { runCommand } from './cli.ts'
import { withDeps } from './command-deps.ts'
import { commandFrom, HELP, type Command, runCodes } from './codes/command.ts'

const work = (command: Command, env: Env): Promise<string> =>
  withDeps(env, async (deps) => {
    const rows = await deps.read.site.settingRows(new URL(publicUrl(env)).hostname)
    const settings = settingsFrom(rows, {}, deps.log)
    return runCodes({ ...deps, settings: () => settings }, command)
  })

await runCommand(HELP, (words) => work(commandFrom(words), envOfProcess()))
