/** Hashes and checks passwords in a thread of its own, one at a time. */
import { constants, getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { PasswordTask } from './passwords.ts'

/**
 * Steps of niceness. Where the processor is busy, the server's own thread gets three times as much of it as this one, and runs
 * as soon as it has something to do.
 */
const NICER = 5

// Linux has a priority for each thread. Elsewhere this would slow down the whole server.
if (process.platform === 'linux') {
  try {
    setPriority(Math.min(getPriority() + NICER, constants.priority.PRIORITY_LOW))
  } catch {
    // A container may forbid it: passwords are checked all the same.
  }
}

const answerTo = (task: PasswordTask): string | boolean =>
  'hashed' in task ? verifySync(task.hashed, task.password) : hashSync(task.password, task.cost)

parentPort?.on('message', (task: PasswordTask) => parentPort?.postMessage(answerTo(task), []))
