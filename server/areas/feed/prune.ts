/** Drops old changes: what lies behind the newest `keep` and is on a device already. */
import type { Tx } from '../../deps.ts'

/**
 * What no device has acknowledged stays, since it still makes messages delivered.
 * @returns the floor then: the oldest seq a device may ask from
 */
export const pruneFeed = async (tx: Pick<Tx, 'feed'>, member: number, keep: number): Promise<number> => {
  const standing = await tx.feed.standing(member)
  if (!standing) return 0
  const floor = Math.min(standing.seq - keep, standing.acked)
  if (floor <= standing.floor) return standing.floor
  await tx.feed.forgetUpTo(member, floor)
  return floor
}
