/** Tokens of one-time links: stored as a hash, usable once. */
import { and, eq, gt, gte, isNull, or } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { tokens } from '../../db/schema/account.ts'

export type TokenKind = (typeof tokens.$inferSelect)['kind']

const isToken = (hash: string, kind: TokenKind, now: number) =>
  and(eq(tokens.hash, hash), eq(tokens.kind, kind), gt(tokens.expiresAt, now))

export const linkQueries = (db: Db) => ({
  addToken: async (token: typeof tokens.$inferInsert): Promise<void> => {
    await db.insert(tokens).values(token).run()
  },

  /** Replaces a token with the same hash. */
  replaceToken: async (token: typeof tokens.$inferInsert): Promise<void> => {
    await db
      .insert(tokens)
      .values(token)
      .onConflictDoUpdate({ target: tokens.hash, set: { ...token, usedAt: null } })
      .run()
  },

  /** A token that has not expired, used or not. */
  token: async (hash: string, kind: TokenKind, now: number) =>
    db
      .select({ member: tokens.userId, data: tokens.data, usedAt: tokens.usedAt })
      .from(tokens)
      .where(isToken(hash, kind, now))
      .get(),

  /** A token that sets a new password: of a reset, or of the mail to an old address [ACC-11]. */
  resetToken: async (hash: string, now: number) =>
    db
      .select({ member: tokens.userId, usedAt: tokens.usedAt })
      .from(tokens)
      .where(or(isToken(hash, 'reset', now), isToken(hash, 'mail_undo', now)))
      .get(),

  /** Marks a token as used. @returns its member and data; undefined if it is unknown, used or expired */
  useToken: async (hash: string, kind: TokenKind, now: number) =>
    db
      .update(tokens)
      .set({ usedAt: now })
      .where(and(isToken(hash, kind, now), isNull(tokens.usedAt)))
      .returning({ member: tokens.userId, data: tokens.data, expiresAt: tokens.expiresAt })
      .get(),

  /** Marks all unused tokens of this kind as used. */
  useTokensOf: async (member: number, kind: TokenKind, now: number): Promise<void> => {
    await db
      .update(tokens)
      .set({ usedAt: now })
      .where(and(eq(tokens.userId, member), eq(tokens.kind, kind), isNull(tokens.usedAt)))
      .run()
  },

  /** Marks the unused tokens of this kind that expire at `time` or later as used. */
  useTokensFrom: async (member: number, kind: TokenKind, time: number, now: number): Promise<void> => {
    await db
      .update(tokens)
      .set({ usedAt: now })
      .where(and(eq(tokens.userId, member), eq(tokens.kind, kind), isNull(tokens.usedAt), gte(tokens.expiresAt, time)))
      .run()
  },
})
