/**
 * Argon2id off the event loop [SAFE-1], on half of the cores and behind everything else, so that a rush of logins does not slow down
 * everybody's messages: a hash also fills the memory's bandwidth. The others wait in two bounded queues. Known devices go first. Under a flood of guesses, a full queue
 * refuses at once instead of answering too late [ACC-8].
 */
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** `known`: a device that has logged in to the account before, an open session, or a link from a mail. */
export type PasswordQueue = 'known' | 'unknown'

export type Passwords = {
  /** A PHC string with its own salt; null if the queue is full. */
  hash: (password: string, queue: PasswordQueue) => Promise<string | null>
  /**
   * Pass undefined for an unknown account: the work is the same and the answer is false [ACC-8]. So it is for an account
   * without a password, whose hash is empty [ACC-20]. Null if the queue is full.
   */
  verify: (hashed: string | undefined, password: string, queue: PasswordQueue) => Promise<boolean | null>
  /** Whether the queue would accept one more now. */
  hasRoom: (queue: PasswordQueue) => boolean
}

/** `memoryCost` in KiB. */
type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

export type PasswordTask = { password: string; cost: PasswordCost } | { password: string; hashed: string }

/** Hashes and checks without a queue, as the package `@node-rs/argon2` itself does. */
type PasswordWork = {
  hash: (password: string, cost: PasswordCost) => Promise<string>
  verify: (hashed: string, password: string) => Promise<boolean>
}

/** OWASP's Argon2id parameters: 19 MiB, two passes, one lane. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One for every two cores: on two cores, passwords are checked one after another. */
export const hashesAtOnce = (cores: number): number => Math.max(1, Math.floor(cores / 2))
/** A hash takes about 30 ms, twice that on a slow machine: the last in a full queue waits a few seconds. */
const WAITING_MAX: Record<PasswordQueue, number> = { known: 100, unknown: 50 }

/** @param atOnce the number of hashes at the same time. The result's functions resolve to null if their queue is full. */
export const createPasswords = (
  cost: PasswordCost = PASSWORD_COST,
  atOnce = hashesAtOnce(availableParallelism()),
  { hash, verify }: PasswordWork = passwordThreads(),
): Passwords => {
  const queues = createQueues(atOnce)
  let unknownHash: string | undefined
  return {
    hash: (password, queue) => queues.run(queue, () => hash(composed(password), cost)),
    verify: async (stored, password, queue) => {
      const hashed = stored === '' ? undefined : stored
      const fits = await queues.run(queue, async () => {
        // The first check makes it whatever the account, and before its own work: a task has one thread.
        unknownHash ??= await hash('nobody has this password', cost)
        const expected = hashed ?? unknownHash
        if (await verify(expected, composed(password))) return true
        // Older hashes are of the password as it was typed.
        return password !== composed(password) && verify(expected, password)
      })
      return fits === null ? null : fits && hashed !== undefined
    },
    hasRoom: queues.hasRoom,
  }
}

/** Begins a thread when all others work. */
const passwordThreads = (): PasswordWork => {
  const idle: Worker[] = []
  const ask = async (task: PasswordTask): Promise<unknown> => {
    const thread = idle.pop() ?? new Worker(new URL('password-thread.ts', import.meta.url))
    // A process does not end before its work, and does not wait for a thread without work.
    thread.ref()
    thread.postMessage(task, [])
    // An error ends the thread, and the next task begins another.
    const [answer]: unknown[] = await once(thread, 'message')
    thread.unref()
    idle.push(thread)
    return answer
  }
  return {
    hash: async (password, cost) => String(await ask({ password, cost })),
    verify: async (hashed, password) => (await ask({ hashed, password })) === true,
  }
}

/**
 * Devices send an accented letter as one character or as two, and full-width letters beside plain ones, and the member sees the same
 * password (NIST SP 800-63B).
 */
const composed = (password: string): string => password.normalize('NFKC')

/** Runs at most `atOnce` tasks at a time: known devices first, each queue in order of arrival. */
const createQueues = (atOnce: number) => {
  let running = 0
  const waiting: Record<PasswordQueue, (() => void)[]> = { known: [], unknown: [] }
  const hasRoom = (queue: PasswordQueue): boolean => running < atOnce || waiting[queue].length < WAITING_MAX[queue]
  const run = async <Result>(queue: PasswordQueue, task: () => Promise<Result>): Promise<Result | null> => {
    if (!hasRoom(queue)) return null
    if (running < atOnce) running += 1
    else await new Promise<void>((resolve) => waiting[queue].push(resolve))
    try {
      return await task()
    } finally {
      const next = waiting.known.shift() ?? waiting.unknown.shift()
      // The next task gets the slot of this one, so `running` does not change.
      if (next) next()
      else running -= 1
    }
  }
  return { run, hasRoom }
}
