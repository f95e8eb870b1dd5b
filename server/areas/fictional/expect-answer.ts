/** Queues the answer in the transaction of a message to a fictional profile, so that it survives a server crash. */
import type { Tx } from '../../deps.ts'

/** People do not begin to type the moment a message arrives. */
const NOTICED_AFTER_MS = 800

export const expectAnswer = async (
  tx: Pick<Tx, 'jobs' | 'jobWaits'>,
  about: { profile: number; member: number; message: number },
  at: number,
): Promise<void> => {
  await tx.jobs.add({ kind: 'fictional.typing', payload: about, runAt: at + NOTICED_AFTER_MS }, at)
  tx.jobWaits()
}
