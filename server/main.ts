/** Starts the server from the environment, and stops it on SIGTERM or SIGINT. */
import { storageErrorOf } from './adapters/storage-fault.ts'
import { EnvError, publicUrl, envOfProcess } from './env.ts'
import { createLog } from './logging.ts'
import { PlainError } from './plain-error.ts'
import { RefusedStart, startServer } from './start.ts'

// No other user of this machine may read members' messages and photos.
process.umask(0o077)

const fail = (text: string): never => {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

const readOrFail = () => {
  try {
    return envOfProcess()
  } catch (error) {
    if (error instanceof EnvError) return fail(error.message)
    throw error
  }
}

const env = readOrFail()
const errors = new Map<string, number>()
const log = createLog(env.LOG_LEVEL, errors)
const running = await startServer(env, log, { isNewSite: process.argv.includes('--new-site'), errors }).catch(
  (thrown: unknown) => {
    const error = storageErrorOf(thrown, env.DATA_DIR)
    if (error instanceof RefusedStart)
      return fail(`Visavis does not start:\n${error.message}\nnpm run doctor says more.`)
    if (error instanceof PlainError) return fail(error.message)
    throw thrown
  },
)
let stopping = false
const stop = async () => {
  // A second signal ends the process at once.
  if (stopping) process.exit(1)
  stopping = true
  await running.stop()
  process.exit(0)
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())

// The log of a full disk, too.
process.stdout.on('error', () => undefined)
// Printed after the signal handlers are set, since a reader of this line may send a signal at once.
process.stdout.write(`Visavis is ready on ${publicUrl({ ...env, PORT: running.port })}\n`)
