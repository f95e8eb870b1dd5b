/** SQL columns for the relation between a viewer and another member, as the visibility rule needs it. */
import { sql, type SQL } from 'drizzle-orm'
import type { Viewer } from '#contract/rules/visibility.ts'
import type { VisitorSearch } from '#contract/rules/search-open.ts'
import { profiles, users } from '../../db/schema.ts'

const has = (body: SQL, where?: SQL) =>
  (where ? sql<boolean>`case when ${where} then exists (${body}) else 0 end` : sql<boolean>`exists (${body})`).mapWith(
    Boolean,
  )

/**
 * Columns of a `Standing`, for a statement over `profiles` joined with `users`.
 * @param viewer 0 for a visitor, who has no relations; @param other the profile's id
 * @param tied true if likes and conversations can matter; otherwise they are not looked up and count as missing
 */
export const standingColumns = (viewer: SQL, other: SQL, tied?: SQL) => ({
  status: users.status,
  invisible: profiles.invisible,
  reserved: profiles.reserved,
  blocksMe: has(sql`select 1 from blocks where blocker = ${other} and blocked = ${viewer}`),
  blockedByMe: has(sql`select 1 from blocks where blocker = ${viewer} and blocked = ${other}`),
  liked: has(sql`select 1 from likes where liker = ${viewer} and liked = ${other}`, tied),
  likesMe: has(sql`select 1 from likes where liker = ${other} and liked = ${viewer}`, tied),
  talked: has(
    sql`select 1 from conversations where low = min(${viewer}, ${other}) and high = max(${viewer}, ${other})`,
    tied,
  ),
})

/** The caller: a member, or a visitor with id 0. */
export type Asker = { id: number; paid: boolean }

export const VISITOR: Asker = { id: 0, paid: false }

/** @param search the site's setting for visitors; irrelevant for members */
export const viewerOf = (asker: Asker, other: number, search: VisitorSearch): Viewer => {
  if (asker.id === 0) return { kind: 'visitor', search }
  return asker.id === other ? { kind: 'self' } : { kind: 'member', paid: asker.paid }
}
