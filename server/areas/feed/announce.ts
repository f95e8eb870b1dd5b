/** Notifies a member's devices of changes. */
import type { Tx } from '../../deps.ts'
import type { ChangeKind } from './queries.ts'

/**
 * Appends a change to a member's feed. Open streams get a hint after the commit.
 * @param entity message id, internal conversation id, the other profile's id, or 0 for `user`. A `message` also covers
 *   its conversation and the sender's credits, so these need no further change.
 */
export const announce = async (
  tx: Pick<Tx, 'feed' | 'changed'>,
  member: number,
  kind: ChangeKind,
  entity: number,
): Promise<void> => {
  tx.changed(member, await tx.feed.append(member, kind, entity))
}

/** Announces a message or a conversation to both of its members. */
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

/** Call this after a member was confirmed, restricted or deleted: notifies everyone with a conversation or a like. */
export const announceStatus = async (
  tx: Pick<Tx, 'feed' | 'chat' | 'likes' | 'changed'>,
  member: number,
): Promise<void> => {
  await announce(tx, member, 'user', 0)
  for (const { partner, conversation } of await tx.chat.partnersOf(member))
    await announce(tx, partner, 'chat', conversation)
  for (const other of await tx.likes.tiesOf(member)) await announce(tx, other, 'like', member)
}

/**
 * Call this after a change to a member's card: notifies everyone with a conversation or a like. A block stops this in
 * both directions [CHAT-9]; the end of the block sends the card again.
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
