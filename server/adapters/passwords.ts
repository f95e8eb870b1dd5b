/**
 * Argon2id off the event loop [SAFE-1]: at most two hashes at a time, the rest wait their turn, so that a rush of logins
 * leaves the thread pool to everyone else.
 */
import { hash, verify } from '@node-rs/argon2'

export type Passwords = {
  /** A PHC string with its own salt. */
  hash: (password: string) => Promise<string>
  /** Where the account is unknown give undefined: the same work is done, and the answer is false [ACC-8]. */
  verify: (hashed: string | undefined, password: string) => Promise<boolean>
}

/** `memoryCost` in KiB. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

/** OWASP's Argon2id parameters: 19 MiB, two passes, one lane. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const AT_ONCE = 2

export const createPasswords = (cost: PasswordCost = PASSWORD_COST): Passwords => {
  const inTurn = turns(AT_ONCE)
  let nobody: Promise<string> | undefined
  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    verify: async (hashed, password) => {
      nobody ??= inTurn(() => hash('nobody has this password', cost))
      const against = hashed ?? (await nobody)
      const fits = await inTurn(() => verify(against, password))
      return fits && hashed !== undefined
    },
  }
}

/** Runs tasks, `atOnce` of them at a time, in the order they came. */
const turns = (atOnce: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running < atOnce) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      // The place is handed on, so `running` stays as it is.
      if (next) next()
      else running -= 1
    }
  }
}
