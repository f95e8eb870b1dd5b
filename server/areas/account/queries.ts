/** Accounts, with their sessions, links and counted attempts. */
import { and, asc, desc, eq, lt, sql, type SQLWrapper } from 'drizzle-orm'
import type { DisabledReason } from '#contract/entities/user.ts'
import { LEGAL_DOCUMENTS, type LegalDocument } from '#contract/rules/page-values.ts'
import type { Locale } from '#contract/locales.ts'
import { bound } from '../../db/prepared.ts'
import type { Db } from '../../db/database.ts'
import { acceptances, users, creditedMailboxes } from '../../db/schema/account.ts'
import { photos } from '../../db/schema/photos.ts'
import { activityColumns, profileDetails, profiles, trueActivity } from '../../db/schema/profile.ts'
import { startedBy } from '../chat/send-queries.ts'
import { attemptQueries } from './attempt-queries.ts'
import { knownDeviceQueries, writeOrderQueries } from './device-queries.ts'
import { expiredQueries } from './expired-queries.ts'
import { linkQueries } from './link-queries.ts'
import { passkeyQueries } from './passkey-queries.ts'
import { sessionQueries } from './session-queries.ts'

type NewUser = Pick<
  typeof users.$inferInsert,
  | 'email'
  | 'mailbox'
  | 'passwordHash'
  | 'status'
  | 'language'
  | 'signupAt'
  | 'paidUser'
  | 'settings'
  | 'tracking'
  | 'signupMessage'
  | 'domain'
  | 'ageDue'
>
type NewProfile = typeof profiles.$inferInsert
export type OwnViewRow = NonNullable<Awaited<ReturnType<ReturnType<typeof accountQueries>['ownView']>>>
type OwnPhotoRow = Awaited<ReturnType<ReturnType<typeof accountQueries>['ownPhotos']>>[number]

const latestDecision = sql<number | null>`(select max(id) from decisions where photo = photos.id and lifted_at is null)`

/** A member's photos in one value, because a row for each of them would repeat the whole account. */
const photosOf = (owner: SQLWrapper) =>
  sql`coalesce((select json_group_array(json_array(${photos.id}, ${photos.status}, ${photos.colours}, ${photos.drawn}, ${photos.private},
      ${photos.reason}, ${photos.clientId}, ${latestDecision}) order by ${photos.position}, ${photos.id} desc)
    from ${photos} where ${photos.owner} = ${owner}), '[]')`.mapWith(photosIn)

/** The columns as `photosOf` lists them; flags are 0 and 1. */
type PhotoValues = [
  ...[OwnPhotoRow['id'], OwnPhotoRow['status'], OwnPhotoRow['colours'], number, number],
  ...[OwnPhotoRow['reason'], OwnPhotoRow['clientId'], OwnPhotoRow['decision']],
]

const photosIn = (json: string): OwnPhotoRow[] =>
  (JSON.parse(json) as PhotoValues[]).map(([id, status, colours, drawn, isPrivate, reason, clientId, decision]) => ({
    id,
    status,
    colours,
    drawn: drawn !== 0,
    private: isPrivate !== 0,
    reason,
    clientId,
    decision,
  }))

/** [GUARD-5] Only an account that has neither credits nor bought any is asked. */
const hadFreeCredits = sql`case when ${users.credits} = 0 and ${users.paidUser} = 0
  then exists (select 1 from credited_mailboxes where hash = ${users.mailbox})
    and not exists (select 1 from ledger where reference = 'signup' and reason = 'signup' and user_id = ${users.id})
  else false end`.mapWith(Boolean)

export const accountQueries = (db: Db) => {
  const wasActive = db
    .update(profiles)
    .set(activityColumns(sql`cast(${bound('at')} as bigint)`))
    // Operating a fictional profile is not a visit, so it does not move the profile up in lists [FIND-9].
    .where(and(eq(profiles.id, bound('id')), lt(trueActivity, bound('at')), eq(profiles.fictional, false)))
    .prepare()

  const ownColumns = {
    user: users,
    profile: profiles,
    details: profileDetails,
    /** The time of the consent to sensitive data, if it is still valid [ACC-18]. */
    sensitiveConsentAt: sql<
      number | null
    >`(select given_at from consents where user_id = ${users.id} and consent = 'sensitive' and withdrawn_at is null)`,
  }
  const own = db
    .select(ownColumns)
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .innerJoin(profileDetails, eq(profileDetails.id, users.id))
    .where(eq(users.id, bound('id')))
    .prepare()
  const ownView = db
    .select({
      ...ownColumns,
      photos: photosOf(users.id),
      hadFreeCredits,
      /** [ACC-11] A new address whose mail came back. */
      bouncedAddress: sql<string | null>`(select max(data) from tokens
        where user_id = ${users.id} and kind = 'bounced_address' and used_at is null and expires_at > ${bound('now')})`,
      /** Null for a member who paid, whom nothing limits [CHAT-4]. */
      started: sql<number | null>`case when ${users.paidUser} = 0 then ${startedBy(users.id)} end`,
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
      drawn: photos.drawn,
      private: photos.private,
      reason: photos.reason,
      clientId: photos.clientId,
      decision: latestDecision,
    })
    .from(photos)
    .where(eq(photos.owner, bound('id')))
    .orderBy(asc(photos.position), desc(photos.id))
    .prepare()

  const account = {
    id: users.id,
    email: users.email,
    passwordHash: users.passwordHash,
    status: users.status,
    signupAt: users.signupAt,
  }
  const userByEmail = db
    .select(account)
    .from(users)
    .where(eq(users.email, bound('email')))
    .prepare()
  const userById = db
    .select({
      ...account,
      mailbox: users.mailbox,
      ageDue: users.ageDue,
      settings: users.settings,
      notificationsDisabled: users.notificationsDisabled,
    })
    .from(users)
    .where(eq(users.id, bound('id')))
    .prepare()

  const domainOf = db
    .select({ domain: users.domain })
    .from(users)
    .where(eq(users.id, bound('id')))
    .prepare()

  const [session, link, attempt, device, writeOrder, passkey, mailbox, expired] = [
    sessionQueries(db),
    linkQueries(db),
    attemptQueries(db),
    knownDeviceQueries(db),
    writeOrderQueries(db),
    passkeyQueries(db),
    mailboxQueries(db),
    expiredQueries(db),
  ]

  return {
    ...session,
    ...link,
    ...attempt,
    ...device,
    ...writeOrder,
    ...passkey,
    ...mailbox,
    ...expired,

    wasActive: async (id: number, at: number): Promise<void> => {
      await wasActive.run({ id, at })
    },

    /** Account and profile of a member, as the member sees them. */
    own: async (id: number) => own.get({ id }),
    /** The account with everything that its member sees of it. */
    ownView: async (id: number, now: number) => ownView.get({ id, now }),
    ownPhotos: async (id: number) => ownPhotos.all({ id }),

    /** @param email in the spelling of `emailKey` */
    userByEmail: async (email: string) => userByEmail.get({ email }),
    userById: async (id: number) => userById.get({ id }),

    /** The domain of a member's signup; empty for the main one. */
    domainOf: async (id: number): Promise<string | undefined> => (await domainOf.get({ id }))?.domain,

    /** @returns the new member's id */
    addUser: async (user: NewUser): Promise<number> =>
      (await db.insert(users).values(user).returning({ id: users.id }).get()).id,

    addProfile: async (profile: NewProfile, aboutMe = ''): Promise<void> => {
      await db.insert(profiles).values(profile).run()
      await db.insert(profileDetails).values({ id: profile.id, aboutMe }).run()
    },

    /** [ACC-21] */
    acceptDocuments: async (id: number, versions: Record<LegalDocument, number>, at: number): Promise<void> => {
      const rows = LEGAL_DOCUMENTS.map((document) => ({
        userId: id,
        document,
        version: versions[document],
        acceptedAt: at,
      }))
      await db.insert(acceptances).values(rows).onConflictDoNothing().run()
    },

    setLanguage: async (id: number, language: Locale): Promise<void> => {
      await db.update(users).set({ language }).where(eq(users.id, id)).run()
    },

    setPassword: async (id: number, passwordHash: string): Promise<void> => {
      await db.update(users).set({ passwordHash }).where(eq(users.id, id)).run()
    },

    /** Sets the address and the remaining reasons against mail. */
    setEmail: async (id: number, email: string, notificationsDisabled: DisabledReason[]): Promise<void> => {
      await db.update(users).set({ email, notificationsDisabled }).where(eq(users.id, id)).run()
    },

    /** [ACC-1] The current signup step, or null once signup is complete. */
    setSignupStep: async (id: number, step: number | null): Promise<void> => {
      await db
        .update(users)
        .set({ settings: sql`json_set(${users.settings}, '$.signup_step', ${step})` })
        .where(eq(users.id, id))
        .run()
    },

    /** Returns the message that was written at signup, and deletes it. */
    takeSignupMessage: async (id: number) => {
      const stored = await db.select({ message: users.signupMessage }).from(users).where(eq(users.id, id)).get()
      if (stored?.message) await db.update(users).set({ signupMessage: null }).where(eq(users.id, id)).run()
      return stored?.message ?? null
    },

    /** Changes `not_confirmed` to `active`. `notices.refreshSearchable` then decides about search. */
    activate: async (id: number): Promise<boolean> =>
      (
        await db
          .update(users)
          .set({ status: 'active' })
          .where(and(eq(users.id, id), eq(users.status, 'not_confirmed')))
          .run()
      ).changes > 0,
  }
}

/** Keyed hashes of the mailboxes that have had the free credits [GUARD-5]. */
const mailboxQueries = (db: Db) => ({
  /** @returns false if the mailbox has had the free credits */
  claimMailbox: async (mailbox: string): Promise<boolean> =>
    (await db.insert(creditedMailboxes).values({ hash: mailbox }).onConflictDoNothing().run()).changes > 0,

  expireMailbox: async (member: number, expiresAt: number): Promise<void> => {
    await db
      .update(creditedMailboxes)
      .set({ expiresAt })
      .where(sql`${creditedMailboxes.hash} = (select mailbox from users where id = ${member})`)
      .run()
  },
})
