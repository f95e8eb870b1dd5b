/** SQL columns for the relation between a viewer and another member, as the visibility rule needs it. */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { users } from '../../db/schema/account.ts'
import { blocks } from '../../db/schema/likes.ts'
import { profiles } from '../../db/schema/profile.ts'

/** Whether the query finds a row; with `where`, only rows of the statement that fit are looked up. */
export const hasRow = (body: SQL, where?: SQL) =>
  (where
    ? sql<boolean>`case when ${where} then exists (${body}) else false end`
    : sql<boolean>`exists (${body})`
  ).mapWith(Boolean)

/** The block by the viewer and the block by the other member, which a statement with `relationColumns` joins. */
export const ownBlock = alias(blocks, 'own_block')
export const theirBlock = alias(blocks, 'their_block')

export const isOwnBlock = (viewer: SQL, other: SQL) => and(eq(ownBlock.blocker, viewer), eq(ownBlock.blocked, other))
export const isTheirBlock = (viewer: SQL, other: SQL) =>
  and(eq(theirBlock.blocker, other), eq(theirBlock.blocked, viewer))

/**
 * Columns of a `ProfileRelation`, for a statement over `profiles` joined with `users` and both blocks.
 * @param viewer 0 for a visitor, who has no relations; @param other the profile's id
 * @param tied true if likes and conversations can matter; otherwise they are not looked up and count as missing
 */
export const relationColumns = (viewer: SQL, other: SQL, tied?: SQL) => ({
  status: users.shownStatus,
  invisible: profiles.invisible,
  reserved: profiles.reserved,
  blocksMe: sql<boolean>`${theirBlock.blocker} is not null`.mapWith(Boolean),
  blockedByMe: sql<boolean>`${ownBlock.blocker} is not null`.mapWith(Boolean),
  liked: hasRow(sql`select 1 from likes where liker = ${viewer} and liked = ${other}`, tied),
  likesMe: hasRow(sql`select 1 from likes where liker = ${other} and liked = ${viewer}`, tied),
  talked: hasRow(
    sql`select 1 from conversations where low = min(${viewer}, ${other}) and high = max(${viewer}, ${other})`,
    tied,
  ),
  arrived: hasRow(
    sql`select 1 from conversations where low = min(${viewer}, ${other}) and high = max(${viewer}, ${other}) and last_message > 0`,
    tied,
  ),
  wroteToMe: hasRow(
    sql`select 1 from messages join conversations on conversations.id = messages.conversation
      where low = min(${viewer}, ${other}) and high = max(${viewer}, ${other}) and sender = ${other} and held_at is null`,
    // Only the rule for invisible members asks for it, and a conversation may be long [PROF-10].
    sql`${profiles.invisible} = 1`,
  ),
})

/**
 * The other member's name and main photo: as they were at the block if there is one in either direction [CHAT-9]. For a
 * statement over `profiles` that joins both blocks.
 */
export const frozenName = sql<string>`coalesce(${ownBlock.blockedName}, ${theirBlock.blockerName}, ${profiles.name})`
export const frozenPhoto = sql<number | null>`case
  when ${ownBlock.blocker} is not null then ${ownBlock.blockedPhoto}
  when ${theirBlock.blocker} is not null then ${theirBlock.blockerPhoto}
  else ${profiles.mainPhoto} end`
