/** Part of the transaction of a message to a fictional profile: it will be answered, also by a server that was killed. */
import type { Tx } from '../../deps.ts'

/** Nobody begins to write the moment a message is there. */
const NOTICED_AFTER_MS = 800

export const expectAnswer = async (
  tx: Pick<Tx, 'jobs' | 'jobWaits'>,
  about: { profile: number; member: number; message: number },
  at: number,
): Promise<void> => {
  await tx.jobs.add({ kind: 'fictional.typing', payload: about, runAt: at + NOTICED_AFTER_MS }, at)
  tx.jobWaits()
}
