/** Messages to fictional profiles that wait for an answer. If nobody answers in a day, the credits are given back [GUARD-7]. */
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Deps, Tx } from '../../deps.ts'
import { announce } from '../feed/announce.ts'
import type { AwaitedAnswer } from './queries.ts'

/** People do not begin to type the moment a message arrives. */
const NOTICED_AFTER_MS = 800

type AwaitedMessage = { profile: number; member: number; message: number; credits: number }

/**
 * Records in the transaction of a message that it waits for an answer: a killed server has either both the debit and this record, or
 * neither.
 */
export const expectAnswer = async (
  tx: Pick<Tx, 'jobs' | 'fictional'>,
  { credits, ...about }: AwaitedMessage,
  at: number,
): Promise<void> => {
  await tx.fictional.addAwaited({ ...about, credits, at })
  await tx.jobs.add({ kind: 'fictional.typing', payload: about, runAt: at + NOTICED_AFTER_MS }, at)
}

export const ANSWER_WITHIN_MS = DAY_MS
/** Refunds in one transaction: it takes a few milliseconds. */
const BATCH = 10
/** Between two transactions other calls have their turn. */
const PAUSE_MS = 5
const ROUND_MS = 15 * MINUTE_MS

/** @returns the number of refunded messages */
export const refundUnanswered = async ({
  write,
  now,
  safeNow,
  pause,
}: Pick<Deps, 'write' | 'now' | 'safeNow' | 'pause'>): Promise<number> => {
  // A clock that jumps ahead must not refund what can still be answered [OPS-14].
  const until = safeNow() - ANSWER_WITHIN_MS
  let total = 0
  while (true) {
    const count = await write(async (tx) => {
      const rows = await tx.fictional.due(until, BATCH)
      const at = now()
      for (const row of rows) await giveBack(tx, row, at)
      return rows.length
    })
    total += count
    if (count < BATCH) return total
    await pause(PAUSE_MS)
  }
}

/** The message no longer waits, its sender sees why, and the credits are back. */
export const giveBack = async (
  tx: Tx,
  { message, member, credits }: Pick<AwaitedAnswer, 'message' | 'member' | 'credits'>,
  at: number,
): Promise<void> => {
  await tx.fictional.giveUp(message, at)
  if (credits > 0)
    await tx.money.addEntry({ userId: member, amount: credits, reason: 'returned', reference: String(message), at })
  await announce(tx, member, 'message', message)
  await announce(tx, member, 'user', 0)
  tx.happened('answer_missed')
}

/** The job that runs every 15 minutes. */
export const fictionalRefund = (deps: Deps) => async (): Promise<number> => {
  await refundUnanswered(deps)
  return deps.now() + ROUND_MS
}
