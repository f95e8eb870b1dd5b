/** Deletes old changes: those below the newest `keep` that a device has acknowledged. */
import type { Tx } from '../../deps.ts'

/** Changes that are deleted in about five milliseconds. */
const PRUNED_AT_ONCE = 1_000

/**
 * Deletes a part of a very long feed; the caller repeats it until the floor stays. Changes that no device has acknowledged
 * stay, because an acknowledgement still marks messages as delivered.
 * @returns the new floor: the oldest seq that a device may ask from
 */
export const pruneFeed = async (tx: Pick<Tx, 'feed'>, member: number, keep: number): Promise<number> => {
  const feed = await tx.feed.state(member)
  if (!feed) return 0
  const floor = Math.min(feed.seq - keep, feed.acked, feed.floor + PRUNED_AT_ONCE)
  if (floor <= feed.floor) return feed.floor
  await tx.feed.forgetUpTo(member, floor)
  return floor
}
