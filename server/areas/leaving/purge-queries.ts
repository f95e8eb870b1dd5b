/**
 * Erases a member's data, table by table [ACC-12]. Tables that can grow long are erased in batches: each call returns
 * the number of erased rows, and the caller repeats it until there are none.
 */
import { memberSubject, moneySubject } from '#contract/desk/subject.ts'
import { and, asc, eq, gt, inArray, lt, not, or, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import {
  acceptances,
  ageChecks,
  ageRequests,
  attempts,
  consents,
  knownDevices,
  passkeys,
  pushSubscriptions,
  sessions,
  tokens,
  users,
  writeOrders,
} from '../../db/schema/account.ts'
import { cases } from '../../db/schema/cases.ts'
import { awaitedAnswers, messagePhotos, messages, participants } from '../../db/schema/chat.ts'
import { memberNotes } from '../../db/schema/desk.ts'
import { changes, jobs } from '../../db/schema/feed.ts'
import { blocks, likes, swipes } from '../../db/schema/likes.ts'
import { deskApprovals } from '../../db/schema/books.ts'
import { directDebits, discountCodes, payments } from '../../db/schema/money.ts'
import { photoHashes, photoParts, photos } from '../../db/schema/photos.ts'
import { profileDetails, profiles } from '../../db/schema/profile.ts'
import { decisions, flags, letters } from '../../db/schema/safety.ts'
import { devMails, devSms } from '../../db/schema/site.ts'

/** Rows that are erased, with their announcements, in about five milliseconds. */
const BATCH = 50
/** Rows that are read, and seldom written, in about two milliseconds. */
const LOOKS = 1_000

export type MessagePlace = { conversation: number; message: number }
type ErasedMessages = {
  erased: { message: number; partner: number | null }[]
  hashes: string[]
  last: MessagePlace | null
}

/** An erased letter has its number, its kind and its dates left. */
const NO_WORDS = { userId: null, name: '', email: '', text: '', answer: '', textGroup: null, clientId: null }
/** Word for word the condition of the indexes `letters_visitors` and `letters_addresses`. */
const IS_OF_VISITOR = sql.raw(`user_id is null and email <> ''`)
const HAS_EVIDENCE = sql`exists (select 1 from evidence where evidence.letter = ${letters.id})`

export const purgeQueries = (db: Db) => ({
  /**
   * Runs a body that overwrites what it deletes, also in free pages. Without it (`FAST`), SQLite overwrites deleted content only in
   * pages that it writes anyway. SQLite runs bodies one after another, so that other writes do not become slower.
   */
  overwriting: async <Result>(body: () => Result | Promise<Result>): Promise<Result> => {
    await db.get(sql.raw('pragma secure_delete = ON'))
    try {
      return await body()
    } finally {
      await db.get(sql.raw('pragma secure_delete = FAST'))
    }
  },

  /**
   * From now on nobody can restore the account, log in or find it. After a crash the purge continues, because
   * `deleting_since` stays until the end. @returns the account's address, whether it was confirmed, and whether this is
   * the first call, or null if there is no account to erase
   */
  closeForGood: async (
    id: number,
    deletingUntil: number,
  ): Promise<{ email: string; isConfirmed: boolean; isFirst: boolean } | null> => {
    const account = and(eq(users.id, id), sql`${users.deletingSince} <= ${deletingUntil}`)
    const { email, status, leftConfirmed } = users
    const row = await db.select({ email, status, leftConfirmed }).from(users).where(account).get()
    if (!row) return null
    await db.update(users).set({ status: 'deleted' }).where(account).run()
    return { email: row.email, isConfirmed: row.leftConfirmed !== false, isFirst: row.status !== 'deleted' }
  },

  /**
   * Erases the texts, gifts and photos that the member sent, among the next messages of all conversations; the partner
   * keeps the other messages.
   * @param from the last message that was looked at
   * @returns the erased messages, each with the partner who has it, the content hashes of the photos, and the last
   *   message that was looked at, or null at the end
   */
  eraseMessages: async (id: number, from: MessagePlace): Promise<ErasedMessages> => {
    const isThere = sql<number>`${messages.sender} = ${id} and (${messages.text} <> '' or exists
      (select 1 from message_photos where message_photos.message = ${messages.id}))`
    const next = async (place: SQL | undefined, limit: number) =>
      db
        .select({
          conversation: messages.conversation,
          message: messages.id,
          // The partner never saw a held message [GUARD-1].
          partner: sql<number | null>`case when ${messages.heldAt} is null then ${participants.partner} end`,
          isThere,
        })
        .from(participants)
        .innerJoin(messages, eq(messages.conversation, participants.conversation))
        .where(and(eq(participants.member, id), place))
        .orderBy(asc(participants.conversation), asc(messages.id))
        .limit(limit)
        .all()
    // Two searches, because SQLite would walk a long conversation from its beginning for one.
    const page = await next(and(eq(participants.conversation, from.conversation), gt(messages.id, from.message)), BATCH)
    if (page.length < BATCH)
      page.push(...(await next(gt(participants.conversation, from.conversation), BATCH - page.length)))
    const erased = page.filter((row) => row.isThere === 1)
    const ids = erased.map(({ message }) => message)
    await db.update(messages).set({ text: '' }).where(inArray(messages.id, ids)).run()
    const gone = await db.delete(messagePhotos).where(inArray(messagePhotos.message, ids)).returning().all()
    return { erased, hashes: gone.map(({ hash }) => hash), last: page.at(-1) ?? null }
  },

  /** @returns the other members of the likes, who must be notified */
  eraseLikes: async (id: number): Promise<number[]> => {
    const found = await db
      .select({ liker: likes.liker, liked: likes.liked })
      .from(likes)
      .where(or(eq(likes.liker, id), eq(likes.liked, id)))
      .limit(BATCH)
      .all()
    for (const { liker, liked } of found)
      await db
        .delete(likes)
        .where(and(eq(likes.liker, liker), eq(likes.liked, liked)))
        .run()
    return [...new Set(found.map(({ liker, liked }) => (liker === id ? liked : liker)))]
  },

  eraseFeed: async (id: number): Promise<number> =>
    (
      await db
        .delete(changes)
        .where(
          sql`${changes.member} = ${id} and ${changes.seq} in
          (select seq from changes where member = ${id} order by seq limit ${BATCH})`,
        )
        .run()
    ).changes,

  /** @returns the photos' content hashes; their files may be deleted if no other row uses them */
  erasePhotos: async (id: number): Promise<string[]> => {
    await db
      .delete(photoHashes)
      .where(sql`${photoHashes.photo} in (select id from photos where owner = ${id})`)
      .run()
    const gone = await db.delete(photos).where(eq(photos.owner, id)).returning({ hash: photos.hash }).all()
    return [...new Set(gone.map(({ hash }) => hash))]
  },

  /**
   * Deletes the jobs about the members among the next ones, and the reasons of other jobs that quote their addresses. Jobs name a member
   * only within their payload, so the whole table is read, a piece at a time. @returns the last job that was looked at, or null at the end
   */
  eraseJobs: async (ids: ReadonlySet<number>, emails: readonly string[], after: number): Promise<number | null> => {
    const page = await db
      .select({ id: jobs.id, payload: jobs.payload, reason: jobs.lastError })
      .from(jobs)
      .where(gt(jobs.id, after))
      .orderBy(asc(jobs.id))
      .limit(LOOKS)
      .all()
    const gone = page.filter(({ payload }) => isAbout(payload, ids)).map((job) => job.id)
    if (gone.length > 0) await db.delete(jobs).where(inArray(jobs.id, gone)).run()
    // A mail server quotes the address that it refuses, also for a mail about a letter or a decision.
    const quoting = page
      .filter(({ reason }) => reason !== null && emails.some((email) => reason.toLowerCase().includes(email)))
      .map((job) => job.id)
    if (quoting.length > 0) await db.update(jobs).set({ lastError: '' }).where(inArray(jobs.id, quoting)).run()
    return page.length < LOOKS ? null : (page.at(-1)?.id ?? null)
  },

  /** Mails to the member in the development inbox. */
  eraseInbox: async (email: string): Promise<void> => {
    await db.delete(devMails).where(eq(devMails.recipient, email)).run()
  },

  /**
   * Deletes the counts under these names among the next ones. @param names ids of members and hashes of addresses, as they appear in keys
   * @returns the last key that was looked at, or null at the end
   */
  eraseAttempts: async (names: ReadonlySet<string>, after: string): Promise<string | null> => {
    const page = await db
      .select({ key: attempts.key })
      .from(attempts)
      .where(gt(attempts.key, after))
      .orderBy(asc(attempts.key))
      .limit(LOOKS)
      .all()
    const keys = page.map(({ key }) => key)
    const gone = keys.filter((key) => {
      const [, ...mentioned] = key.split(' ')
      return mentioned.some((name) => names.has(name))
    })
    if (gone.length > 0) await db.delete(attempts).where(inArray(attempts.key, gone)).run()
    return page.length < LOOKS ? null : (keys.at(-1) ?? null)
  },

  /** @returns how many swipes and sides of conversations were erased */
  eraseSides: async (id: number): Promise<number> => {
    const swiped = await db
      .delete(swipes)
      .where(
        sql`${swipes.member} = ${id} and ${swipes.profile} in
          (select profile from swipes where member = ${id} order by profile limit ${BATCH})`,
      )
      .run()
    const sides = await db
      .update(participants)
      .set({ unread: 0, hiddenUpTo: 0, warnedAt: null })
      .where(
        sql`${participants.member} = ${id} and ${participants.conversation} in
          (select conversation from participants where member = ${id}
            and (unread <> 0 or hidden_up_to <> 0 or warned_at is not null) order by conversation limit ${BATCH})`,
      )
      .run()
    return swiped.changes + sides.changes
  },

  /**
   * Erases letters except for their numbers and dates.
   * @param email the confirmed address or null: a visitor's letters under an unconfirmed one may be somebody else's
   */
  eraseLetters: async (id: number, email: string | null): Promise<void> => {
    // Letters of earlier versions have the address as it was typed. Another member's letter stays theirs, whatever they typed.
    if (email !== null)
      await db
        .update(letters)
        .set(NO_WORDS)
        .where(and(IS_OF_VISITOR, eq(sql`lower(${letters.email})`, email)))
        .run()
    await db.update(letters).set(NO_WORDS).where(eq(letters.userId, id)).run()
    // The link of a letter to the member stays while its evidence is held [DESK-6].
    await db
      .update(letters)
      .set({ profile: null, message: null, photo: null })
      .where(and(eq(letters.profile, id), not(HAS_EVIDENCE)))
      .run()
  },

  /** Erases visitors' letters that were answered before a time, except for their numbers and dates. Those with evidence wait for its end. */
  eraseAnsweredVisitors: async (before: number): Promise<void> => {
    await db
      .update(letters)
      .set(NO_WORDS)
      .where(and(IS_OF_VISITOR, lt(letters.answeredAt, before), not(HAS_EVIDENCE)))
      .run()
  },

  /**
   * Erases payment methods and the member's own discount codes. Payments stay, as the law requires, with what was bought
   * when and for how much, but without the buyer and without the name of an own code.
   */
  eraseMoney: async (id: number): Promise<void> => {
    const own = sql`(select code from discount_codes where user_id = ${id})`
    await db
      .update(payments)
      .set({ discountCode: null })
      .where(and(eq(payments.userId, id), sql`${payments.discountCode} in ${own}`))
      .run()
    await db
      .update(payments)
      .set({ checkoutUrl: null, payerCustomer: null, payerMandate: null, buyerName: null, buyerEmail: null })
      .where(eq(payments.userId, id))
      .run()
    await db.delete(discountCodes).where(eq(discountCodes.userId, id)).run()
    await db
      .delete(devSms)
      .where(sql`${devSms.recipient} in (select phone from direct_debits where user_id = ${id})`)
      .run()
    await db.delete(directDebits).where(eq(directDebits.userId, id)).run()
  },

  /**
   * Erases all other rows, and finally the account. Its id stays, because the ledger and the partners' conversations
   * use it.
   */
  eraseAccount: async (id: number): Promise<void> => {
    await db
      .delete(blocks)
      .where(or(eq(blocks.blocker, id), eq(blocks.blocked, id)))
      .run()
    await db.delete(sessions).where(eq(sessions.userId, id)).run()
    await db.delete(writeOrders).where(eq(writeOrders.userId, id)).run()
    await db.delete(photoParts).where(eq(photoParts.owner, id)).run()
    await db.delete(knownDevices).where(eq(knownDevices.userId, id)).run()
    await db.delete(passkeys).where(eq(passkeys.userId, id)).run()
    await db.delete(ageChecks).where(eq(ageChecks.userId, id)).run()
    await db.delete(ageRequests).where(eq(ageRequests.userId, id)).run()
    await db.delete(acceptances).where(eq(acceptances.userId, id)).run()
    await db.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, id)).run()
    await db.delete(tokens).where(eq(tokens.userId, id)).run()
    await db.delete(consents).where(eq(consents.userId, id)).run()
    // The kind, time and reason of a decision stay without the member, for the transparency report [DESK-15].
    await db
      .update(decisions)
      .set({ userId: 0, note: '', statement: '', removedText: '', photo: null, message: null })
      .where(eq(decisions.userId, id))
      .run()
    // The kind, time and outcome of a finding stay without the member; an unanswered one waits for nobody [DESK-15].
    await db
      .update(flags)
      .set({
        member: 0,
        message: null,
        photo: null,
        facts: {},
        answeredAt: sql`coalesce(${flags.answeredAt}, ${flags.createdAt})`,
      })
      .where(eq(flags.member, id))
      .run()
    await db
      .delete(awaitedAnswers)
      .where(or(eq(awaitedAnswers.member, id), eq(awaitedAnswers.profile, id)))
      .run()
    // Cases of a reported member keep their numbers while the evidence is held [DESK-6].
    await db
      .delete(cases)
      .where(and(eq(cases.subject, memberSubject(id)), sql`not exists (select 1 from evidence where member = ${id})`))
      .run()
    await db
      .delete(cases)
      .where(eq(cases.subject, moneySubject(id)))
      .run()
    // The books and the audit say what a request led to.
    await db.delete(deskApprovals).where(eq(deskApprovals.member, id)).run()
    await db.delete(memberNotes).where(eq(memberNotes.member, id)).run()
    await db.delete(profileDetails).where(eq(profileDetails.id, id)).run()
    await db.update(profiles).set(NOBODY).where(eq(profiles.id, id)).run()
    await db
      .update(users)
      .set({
        email: `deleted-${id}`,
        mailbox: null,
        ageDue: null,
        passwordHash: '',
        status: 'deleted',
        language: 'it',
        signupAt: 0,
        feedSeq: 0,
        feedFloor: 0,
        feedAcked: 0,
        notificationsDisabled: [],
        settings: {},
        deletingSince: null,
        leftConfirmed: null,
        tracking: {},
        returned: 0,
        domain: '',
        signupMessage: null,
        sanction: null,
        sanctionUntil: null,
        timeZone: null,
      })
      .where(eq(users.id, id))
      .run()
  },
})

/** Whether a job's payload names one of the members. */
const isAbout = (payload: unknown, ids: ReadonlySet<unknown>): boolean =>
  Object.entries(payload ?? {}).some(([name, value]) => MEMBER_NAMES.has(name) && ids.has(value))

const MEMBER_NAMES = new Set(['member', 'recipient', 'sender', 'liker', 'profile'])

/** An empty profile. It only shows that the partner of a conversation is gone. */
const NOBODY = {
  name: '',
  gender: 'female',
  birthDate: '1970-01-01',
  birthYear: 1970,
  country: '',
  region: '',
  city: '',
  fictional: false,
  invisible: true,
  reserved: true,
  searchable: false,
  lastActive: 0,
  activeAt: null,
  mainPhoto: null,
} as const
