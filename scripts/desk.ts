/** `npm run desk`: the people who look at photos, reports and appeals. Help: `npm run desk -- help`. */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_SITE_SETTINGS } from '../contract/entities/site-settings.ts'
import { photoFolder } from '../server/adapters/data-dir.ts'
import { openPayments } from '../server/adapters/payments/open.ts'
import { createPasswords } from '../server/adapters/passwords.ts'
import { diskPhotoStore } from '../server/adapters/photo-store.ts'
import { makeDeps } from '../server/deps.ts'
import { envOfProcess, type Env } from '../server/env.ts'
import { createLive } from '../server/live.ts'
import { createLog } from '../server/logging.ts'
import { openServerDatabase, runCommand } from './cli.ts'
import { commandFrom, HELP, type Command } from './desk/command.ts'
import { runDesk } from './desk/run.ts'

const saveCopy = async (name: string, bytes: Uint8Array): Promise<string> => {
  const file = join(tmpdir(), name)
  await writeFile(file, bytes, { mode: 0o600 })
  return file
}

const work = async (env: Env, command: Command): Promise<string> => {
  const databases = openServerDatabase(env.DATA_DIR)
  const deps = makeDeps({
    databases,
    env,
    log: createLog('warn'),
    now: () => Date.now(),
    random: (count) => new Uint8Array(randomBytes(count)),
    live: createLive(),
    settings: () => DEFAULT_SITE_SETTINGS,
    settingsOf: () => null,
    passwords: createPasswords(),
    photos: diskPhotoStore(photoFolder(env.DATA_DIR)),
    openPayments,
    rates: () => null,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    // The server's own job loop finds what is due.
    kickJobs: () => undefined,
  })
  try {
    return await runDesk(deps, command, saveCopy)
  } finally {
    await deps.settled()
    databases.close()
  }
}

await runCommand(HELP, (words) => {
  const command = commandFrom(words)
  return command.do === 'help' ? HELP : work(envOfProcess(), command)
})
