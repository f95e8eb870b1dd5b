/** Deletes old changes: those below the newest `keep` that a device has acknowledged. */
import type { Tx } from '../../deps.ts'

/**
 * Changes that no device has acknowledged stay, because an acknowledgement still marks messages as delivered.
 * @returns the new floor: the oldest seq that a device may ask from
 */
export const pruneFeed = async (tx: Pick<Tx, 'feed'>, member: number, keep: number): Promise<number> => {
  const feed = await tx.feed.state(member)
  if (!feed) return 0
  const floor = Math.min(feed.seq - keep, feed.acked)
  if (floor <= feed.floor) return feed.floor
  await tx.feed.forgetUpTo(member, floor)
  return floor
}
