/** Hashes and checks passwords in a thread of its own, one at a time. */
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { PasswordTask } from './passwords.ts'
import { lowerPriority } from './priority.ts'

// Elsewhere a thread has no priority of its own, and this would slow down the whole server.
if (process.platform === 'linux') lowerPriority()

const answerTo = (task: PasswordTask): string | boolean =>
  'hashed' in task ? verifySync(task.hashed, task.password) : hashSync(task.password, task.cost)

parentPort?.on('message', (task: PasswordTask) => parentPort?.postMessage(answerTo(task), []))
