/** A device acknowledges the feed up to a seq: this marks the messages in it as delivered [CHAT-6]. */
import { SYNC_PAGE } from '#contract/limits.ts'
import type { Deps } from '../../deps.ts'
import { announce } from './announce.ts'

/**
 * Writes only if messages were newly delivered, or if the mark lies so far back that each check would read many rows.
 * @param seq at most the feed's newest
 */
export const acknowledge = async (
  { read, write }: Pick<Deps, 'read' | 'write'>,
  member: number,
  acked: number,
  seq: number,
): Promise<void> => {
  if (seq <= acked) return
  const arrived = await read.feed.arrived(member, acked, seq)
  if (arrived.length === 0 && seq - acked < SYNC_PAGE) return
  await write(async (tx) => {
    // Another device may have acknowledged meanwhile.
    const standing = await tx.feed.standing(member)
    if (!standing || seq <= standing.acked) return
    for (const { conversation, partner, upTo } of await tx.feed.arrived(member, standing.acked, seq))
      if (await tx.feed.deliver(member, conversation, upTo)) await announce(tx, partner, 'chat', conversation)
    await tx.feed.acknowledge(member, seq)
  })
}
