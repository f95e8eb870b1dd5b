/**
 * Records in the transaction of a message to a fictional profile that it waits for an answer [GUARD-7]: a killed server has
 * either both the debit and this record, or neither.
 */
import type { Tx } from '../../deps.ts'

/** People do not begin to type the moment a message arrives. */
const NOTICED_AFTER_MS = 800

type Awaited = { profile: number; member: number; message: number; credits: number }

export const expectAnswer = async (
  tx: Pick<Tx, 'jobs' | 'jobWaits' | 'fictional'>,
  { credits, ...about }: Awaited,
  at: number,
): Promise<void> => {
  await tx.fictional.await({ ...about, credits, at })
  await tx.jobs.add({ kind: 'fictional.typing', payload: about, runAt: at + NOTICED_AFTER_MS }, at)
  tx.jobWaits()
}
