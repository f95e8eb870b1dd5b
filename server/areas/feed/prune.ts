/** Deletes old changes: those below the newest `keep` that a device has acknowledged. */
import type { Tx } from '../../deps.ts'

/**
 * Changes that no device has acknowledged stay, because an acknowledgement still marks messages as delivered.
 * @returns the new floor: the oldest seq that a device may ask from
 */
export const pruneFeed = async (tx: Pick<Tx, 'feed'>, member: number, keep: number): Promise<number> => {
  const standing = await tx.feed.standing(member)
  if (!standing) return 0
  const floor = Math.min(standing.seq - keep, standing.acked)
  if (floor <= standing.floor) return standing.floor
  await tx.feed.forgetUpTo(member, floor)
  return floor
}
