/** `npm run codes`: discount codes. Help: `npm run codes -- help`. */
import { publicUrl, envOfProcess, type Env } from '../server/env.ts'
import { settingsFrom } from '../server/settings.ts'
import { runCommand } from './cli.ts'
import { withDeps } from './command-deps.ts'
import { commandFrom, HELP, type Command, runCodes } from './codes/command.ts'

const work = (env: Env, command: Exclude<Command, { do: 'help' }>): Promise<string> =>
  withDeps(env, async (deps) => {
    const rows = await deps.read.site.settingRows(new URL(publicUrl(env)).hostname)
    const settings = settingsFrom(rows, {}, deps.log)
    return runCodes({ ...deps, settings: () => settings }, command)
  })

await runCommand(HELP, (words) => {
  const command = commandFrom(words)
  return command.do === 'help' ? HELP : work(envOfProcess(), command)
})
