/** Sessions, and the push subscriptions that belong to them. */
import { and, desc, eq, gt, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { bound, lookup } from '../../db/prepared.ts'
import type { Db } from '../../db/database.ts'
import { pushSubscriptions, sessions, users } from '../../db/schema/account.ts'

export const sessionQueries = (db: Db) => {
  const sessionByHash = lookup(
    db
      .select({
        id: users.id,
        status: users.status,
        sanction: users.sanction,
        sanctionUntil: users.sanctionUntil,
        ageDue: users.ageDue,
        paid: users.paidUser,
        language: users.language,
        sessionHash: sessions.tokenHash,
        seenAt: sessions.lastSeenAt,
        revokedAt: sessions.revokedAt,
        expiresAt: sessions.expiresAt,
        hostCookieAt: sessions.hostCookieAt,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          eq(sessions.tokenHash, bound('hash')),
          gt(sessions.expiresAt, bound('now')),
          or(ne(users.status, 'deleted'), isNotNull(sessions.revokedAt)),
        ),
      )
      .prepare(),
  )

  const sessionSeen = db
    .update(sessions)
    .set({ lastSeenAt: sql`${bound('at')}` })
    .where(and(eq(sessions.tokenHash, bound('hash')), lt(sessions.lastSeenAt, bound('at'))))
    .prepare()

  const sessionsOf = db
    .select({
      hash: sessions.tokenHash,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, bound('member')), gt(sessions.expiresAt, bound('now')), isNull(sessions.revokedAt)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .prepare()

  const subscriptionsOf = db
    .select({
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.tokenHash, pushSubscriptions.sessionHash))
    .where(and(eq(pushSubscriptions.userId, bound('member')), gt(sessions.expiresAt, bound('now'))))
    .prepare()

  const isSubscribed = db
    .select({ endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.endpoint, bound('endpoint')),
        eq(pushSubscriptions.userId, bound('userId')),
        eq(pushSubscriptions.sessionHash, bound('sessionHash')),
        eq(pushSubscriptions.p256dh, bound('p256dh')),
        eq(pushSubscriptions.auth, bound('auth')),
      ),
    )
    .prepare()

  const unsubscribe = async (sessionHash: string): Promise<void> => {
    await db.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionHash, sessionHash)).run()
  }

  return {
    /** The member of a session that has not expired, and whether it was ended elsewhere [ACC-16]. */
    sessionByHash: async (hash: string, now: number) => sessionByHash.get({ hash, now }),

    sessionSeen: async (hash: string, at: number): Promise<void> => {
      await sessionSeen.run({ hash, at })
    },

    /** The member's open sessions, the last used first. */
    sessionsOf: async (member: number, now: number) => sessionsOf.all({ member, now }),

    /**
     * Moves the end of an open session. @param before the end that the caller read: of parallel requests only one renews.
     * @returns whether this request renewed it
     */
    renewSession: async (hash: string, before: number, expiresAt: number): Promise<boolean> =>
      (
        await db
          .update(sessions)
          .set({ expiresAt })
          .where(and(eq(sessions.tokenHash, hash), eq(sessions.expiresAt, before), isNull(sessions.revokedAt)))
          .run()
      ).changes > 0,

    /** The browser of the session sends the `__Host-` cookie. */
    noteHostCookie: async (hash: string, at: number): Promise<void> => {
      await db
        .update(sessions)
        .set({ hostCookieAt: at })
        .where(and(eq(sessions.tokenHash, hash), isNull(sessions.hostCookieAt)))
        .run()
    },

    addSession: async (session: typeof sessions.$inferInsert): Promise<void> => {
      await db.insert(sessions).values(session).run()
    },

    /** Deletes the session and its push subscription. */
    endSession: async (hash: string): Promise<void> => {
      await db.delete(sessions).where(eq(sessions.tokenHash, hash)).run()
      await unsubscribe(hash)
    },

    /** Ends a session whose device must still learn that: the row stays until it would have expired. */
    revokeSession: async (hash: string, at: number): Promise<void> => {
      await db.update(sessions).set({ revokedAt: at }).where(eq(sessions.tokenHash, hash)).run()
      await unsubscribe(hash)
    },

    /** Moves a session and its push subscription to another token. */
    renameSession: async (from: string, to: string, expiresAt: number): Promise<void> => {
      await db.update(sessions).set({ tokenHash: to, expiresAt }).where(eq(sessions.tokenHash, from)).run()
      await db.update(pushSubscriptions).set({ sessionHash: to }).where(eq(pushSubscriptions.sessionHash, from)).run()
    },

    /** One subscription per session. An endpoint belongs to the last session that subscribed it. */
    subscribe: async (subscription: typeof pushSubscriptions.$inferInsert): Promise<void> => {
      await unsubscribe(subscription.sessionHash)
      await db
        .insert(pushSubscriptions)
        .values(subscription)
        .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: subscription })
        .run()
    },

    unsubscribe,

    /** Whether the session has this very subscription. */
    isSubscribed: async (subscription: Omit<typeof pushSubscriptions.$inferInsert, 'createdAt'>): Promise<boolean> =>
      (await isSubscribed.get(subscription)) !== undefined,

    /** Push subscriptions of sessions that have not expired. */
    subscriptionsOf: async (member: number, now: number) => subscriptionsOf.all({ member, now }),

    /**
     * Deletes a subscription that the push service reports as gone. Other keys mean that the device has renewed it.
     */
    forgetSubscription: async (endpoint: string, auth: string): Promise<void> => {
      await db
        .delete(pushSubscriptions)
        .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.auth, auth)))
        .run()
    },

    /** Ends every session and every push subscription. Devices keep their data until their member logs in again. @returns the sessions */
    endAllSessions: async (): Promise<number> => {
      await db.delete(pushSubscriptions).run()
      return (await db.delete(sessions).run()).changes
    },
  }
}
