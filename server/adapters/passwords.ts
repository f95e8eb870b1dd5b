/**
 * Argon2id off the event loop [SAFE-1]: at most two hashes at a time, the rest wait in two lines, so that a rush of logins
 * leaves the thread pool to everyone else. The line of known devices goes first, and both lines have an end: under a flood
 * of guesses a refusal comes at once, instead of an answer that comes too late [ACC-8].
 */
import { hash, verify } from '@node-rs/argon2'

/** `known`: a device that has logged in to the account before, an open session, or a link from a mail. */
export type PasswordLine = 'known' | 'unknown'

export type Passwords = {
  /** A PHC string with its own salt; null where the line is full. */
  hash: (password: string, line: PasswordLine) => Promise<string | null>
  /**
   * Where the account is unknown give undefined: the same work is done, and the answer is false [ACC-8]. Null where the
   * line is full.
   */
  verify: (hashed: string | undefined, password: string, line: PasswordLine) => Promise<boolean | null>
  /** Whether one more would be taken now. */
  hasRoom: (line: PasswordLine) => boolean
}

/** `memoryCost` in KiB. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

/** OWASP's Argon2id parameters: 19 MiB, two passes, one lane. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const AT_ONCE = 2
/** A hash takes about 30 ms, and twice that on a slow machine: the last of a full line waits a second or two. */
const WAITING_MAX: Record<PasswordLine, number> = { known: 100, unknown: 50 }

export const createPasswords = (cost: PasswordCost = PASSWORD_COST): Passwords => {
  const lines = createLines()
  let nobody: Promise<string> | undefined
  return {
    hash: (password, line) => lines.inTurn(line, () => hash(password, cost)),
    verify: async (hashed, password, line) => {
      const fits = await lines.inTurn(line, async () => {
        nobody ??= hash('nobody has this password', cost)
        return verify(hashed ?? (await nobody), password)
      })
      return fits === null ? null : fits && hashed !== undefined
    },
    hasRoom: lines.hasRoom,
  }
}

/** Runs tasks, `AT_ONCE` of them at a time: first those of known devices, each line in the order they came. */
const createLines = () => {
  let running = 0
  const waiting: Record<PasswordLine, (() => void)[]> = { known: [], unknown: [] }
  const hasRoom = (line: PasswordLine): boolean => running < AT_ONCE || waiting[line].length < WAITING_MAX[line]
  const inTurn = async <Result>(line: PasswordLine, task: () => Promise<Result>): Promise<Result | null> => {
    if (!hasRoom(line)) return null
    if (running < AT_ONCE) running += 1
    else await new Promise<void>((resolve) => waiting[line].push(resolve))
    try {
      return await task()
    } finally {
      const next = waiting.known.shift() ?? waiting.unknown.shift()
      // The place is handed on, so `running` stays as it is.
      if (next) next()
      else running -= 1
    }
  }
  return { inTurn, hasRoom }
}
