/** Tells a member's devices that something of theirs changed. */
import type { Tx } from '../../deps.ts'
import type { ChangeKind } from './queries.ts'

/**
 * Writes a change into a member's feed; open streams hear of it after the commit.
 * @param entity message id, conversation id (the internal one), the other profile's id, or 0 for `user`. A `message`
 *   also stands for its conversation, and for the sender's credits: no further change is needed for these.
 */
export const announce = async (
  tx: Pick<Tx, 'feed' | 'changed'>,
  member: number,
  kind: ChangeKind,
  entity: number,
): Promise<void> => {
  tx.changed(member, await tx.feed.append(member, kind, entity))
}

/** `announce` of one entity to two members, for a message or a conversation that is both's. */
export const announceToBoth = async (
  tx: Pick<Tx, 'feed' | 'changed'>,
  members: readonly [number, number],
  kind: 'message' | 'chat',
  entity: number,
): Promise<void> => {
  const [one, other] = await tx.feed.appendBoth(members, kind, entity)
  tx.changed(members[0], one)
  tx.changed(members[1], other)
}

/** To be called when a member's standing changed (confirmed, deleted): everyone who has to do with them hears of it. */
export const announceStanding = async (
  tx: Pick<Tx, 'feed' | 'chat' | 'likes' | 'changed'>,
  member: number,
): Promise<void> => {
  await announce(tx, member, 'user', 0)
  for (const { partner, conversation } of await tx.chat.partnersOf(member))
    await announce(tx, partner, 'chat', conversation)
  for (const other of await tx.likes.tiesOf(member)) await announce(tx, other, 'like', member)
}

/**
 * To be called when what lists show of a member changed: everyone who has to do with them hears of it. Nobody hears of a
 * change over a block, in either direction [CHAT-9]; the end of the block brings the card anew.
 */
export const announceCard = async (
  tx: Pick<Tx, 'feed' | 'chat' | 'likes' | 'changed'>,
  member: number,
): Promise<void> => {
  const partners = (await tx.chat.partnersOf(member)).map(({ partner }) => partner)
  const apart = new Set(await tx.likes.blocksAround(member))
  for (const other of new Set([...partners, ...(await tx.likes.tiesOf(member))]))
    if (!apart.has(other)) await announce(tx, other, 'profile', member)
}
