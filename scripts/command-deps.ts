/** The dependencies of use cases for a command on the server's DATA_DIR. */
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { DEFAULT_SITE_SETTINGS } from '../contract/entities/site-settings.ts'
import { openFiles } from '../server/adapters/open-files.ts'
import { openPayments } from '../server/adapters/payments/open.ts'
import { createPasswords } from '../server/adapters/passwords.ts'
import { openBus } from '../server/bus/open.ts'
import { makeDeps, type Deps } from '../server/deps.ts'
import type { Env } from '../server/env.ts'
import { createLog } from '../server/logging.ts'
import { openSharedKeys } from '../server/operations/shared-keys.ts'
import { pause } from '../server/turns.ts'
import { openServerDatabase } from './cli.ts'

/** Runs a use case while the server may be running, and closes the database afterwards. */
export const withDeps = async <Result>(env: Env, work: (deps: Deps) => Promise<Result>): Promise<Result> => {
  const engine = await openServerDatabase(env)
  // Standard output has the answer alone, which may go into a file.
  const [now, log] = [() => Date.now(), createLog('warn', new Map(), pino.destination({ fd: 2, sync: true }))]
  await openSharedKeys({ env, read: engine.read, now })?.pull()
  // The operator is no member: nothing limits a command.
  const bus = await openBus({ env: { ...env, RATE_LIMITS: 'no' }, now, log })
  const deps = makeDeps({
    engine,
    env,
    log,
    now,
    random: (count) => new Uint8Array(randomBytes(count)),
    bus,
    settings: () => DEFAULT_SITE_SETTINGS,
    settingsOf: () => null,
    passwords: createPasswords(),
    photos: openFiles(env, log),
    openPayments,
    pause,
    // The server's own job loop finds what is due.
    kickJobs: () => undefined,
  })
  try {
    return await work(deps)
  } finally {
    await deps.settled()
    await bus.stop()
    await engine.close()
  }
}
