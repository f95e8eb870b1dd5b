/** Accounts, sessions, tokens, push subscriptions. */
import { and, asc, desc, eq, gt, isNull, lt, lte, ne, sql } from 'drizzle-orm'
import type { Locale } from '#contract/locales.ts'
import { bound } from '../../db/bound.ts'
import type { Db } from '../../db/database.ts'
import { photos, profileDetails, profiles, pushSubscriptions, sessions, tokens, users } from '../../db/schema.ts'

export type NewUser = Pick<
  typeof users.$inferInsert,
  'email' | 'passwordHash' | 'status' | 'language' | 'signupAt' | 'paidUser'
>
export type NewProfile = typeof profiles.$inferInsert
export type TokenKind = (typeof tokens.$inferSelect)['kind']
export type OwnRow = NonNullable<ReturnType<ReturnType<typeof accountQueries>['own']>>

export const accountQueries = (db: Db) => {
  const callerBySession = db
    .select({
      id: users.id,
      status: users.status,
      paid: users.paidUser,
      language: users.language,
      sessionHash: sessions.tokenHash,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(eq(sessions.tokenHash, bound('hash')), gt(sessions.expiresAt, bound('now')), ne(users.status, 'deleted')),
    )
    .prepare()

  const wasActive = db
    .update(profiles)
    .set({ lastActive: sql`${bound('at')}` })
    .where(and(eq(profiles.id, bound('id')), lt(profiles.lastActive, bound('at'))))
    .prepare()

  const own = db
    .select({
      user: users,
      profile: profiles,
      details: profileDetails,
      /** When the consent to sensitive data was given, where it still stands [ACC-18]. */
      sensitiveConsentAt: sql<
        number | null
      >`(select given_at from consents where user_id = ${users.id} and consent = 'sensitive' and withdrawn_at is null)`,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .innerJoin(profileDetails, eq(profileDetails.id, users.id))
    .where(eq(users.id, bound('id')))
    .prepare()

  const ownPhotos = db
    .select({
      id: photos.id,
      status: photos.status,
      colours: photos.colours,
      private: photos.private,
      reason: photos.reason,
      clientId: photos.clientId,
      decision: sql<number | null>`(select max(id) from decisions where photo = ${photos.id} and lifted_at is null)`,
    })
    .from(photos)
    .where(eq(photos.owner, bound('id')))
    .orderBy(asc(photos.position), desc(photos.id))
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

  const userByEmail = db
    .select({ id: users.id, passwordHash: users.passwordHash, status: users.status, signupAt: users.signupAt })
    .from(users)
    .where(eq(users.email, bound('email')))
    .prepare()

  return {
    /** Who a session token belongs to, while it lasts. */
    callerBySession: (hash: string, now: number) => callerBySession.get({ hash, now }),

    wasActive: (id: number, at: number): void => {
      wasActive.run({ id, at })
    },

    /** Account and profile of a member, as the member sees them. */
    own: (id: number) => own.get({ id }),
    ownPhotos: (id: number) => ownPhotos.all({ id }),

    /** @param email as `emailKey` spells it */
    userByEmail: (email: string) => userByEmail.get({ email }),

    /** @returns the new member's id */
    addUser: (user: NewUser): number => db.insert(users).values(user).returning({ id: users.id }).get().id,

    addProfile: (profile: NewProfile, aboutMe = ''): void => {
      db.insert(profiles).values(profile).run()
      db.insert(profileDetails).values({ id: profile.id, aboutMe }).run()
    },

    setLanguage: (id: number, language: Locale): void => {
      db.update(users).set({ language }).where(eq(users.id, id)).run()
    },

    addSession: (session: typeof sessions.$inferInsert): void => {
      db.insert(sessions).values(session).run()
    },

    /** The session, and what was subscribed in it. */
    endSession: (hash: string): void => {
      db.delete(sessions).where(eq(sessions.tokenHash, hash)).run()
      db.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionHash, hash)).run()
    },

    /** One subscription a session; an endpoint belongs to whoever subscribed it last. */
    subscribe: (subscription: typeof pushSubscriptions.$inferInsert): void => {
      db.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionHash, subscription.sessionHash)).run()
      db.insert(pushSubscriptions)
        .values(subscription)
        .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: subscription })
        .run()
    },

    /** Sessions and links whose time is over, with what hangs on them. */
    forgetExpired: (now: number): void => {
      db.delete(sessions).where(lte(sessions.expiresAt, now)).run()
      db.delete(tokens).where(lte(tokens.expiresAt, now)).run()
      db.delete(pushSubscriptions)
        .where(sql`not exists (select 1 from sessions where token_hash = ${pushSubscriptions.sessionHash})`)
        .run()
    },

    unsubscribe: (sessionHash: string): void => {
      db.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionHash, sessionHash)).run()
    },

    /** Those of sessions that last. */
    subscriptionsOf: (member: number, now: number) => subscriptionsOf.all({ member, now }),

    /** What a push service calls gone, unless the endpoint was subscribed anew meanwhile with other keys. */
    forgetSubscription: (endpoint: string, auth: string): void => {
      db.delete(pushSubscriptions)
        .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.auth, auth)))
        .run()
    },

    addToken: (token: typeof tokens.$inferInsert): void => {
      db.insert(tokens).values(token).run()
    },

    /** Uses a token up: whose it was and what it is about, or undefined where it is unknown, used or too old. */
    useToken: (hash: string, kind: TokenKind, now: number) =>
      db
        .update(tokens)
        .set({ usedAt: now })
        .where(and(eq(tokens.hash, hash), eq(tokens.kind, kind), gt(tokens.expiresAt, now), isNull(tokens.usedAt)))
        .returning({ member: tokens.userId, data: tokens.data })
        .get(),

    /** From `not_confirmed` to `active`, and found by others unless invisible. @returns whether anything changed */
    activate: (id: number): boolean => {
      const { changes } = db
        .update(users)
        .set({ status: 'active' })
        .where(and(eq(users.id, id), eq(users.status, 'not_confirmed')))
        .run()
      if (changes === 0) return false
      db.update(profiles)
        .set({ searchable: sql`not ${profiles.invisible}` })
        .where(eq(profiles.id, id))
        .run()
      return true
    },
  }
}
