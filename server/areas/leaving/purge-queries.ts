/**
 * Erases a member's data, table by table [ACC-12]. Tables that can grow long are erased in batches: each call returns
 * the number of erased rows, and the caller repeats it until there are none.
 */
import { memberSubject, moneySubject } from '#contract/desk/subject.ts'
import { and, asc, eq, gt, inArray, isNull, not, or, sql, type SQL } from 'drizzle-orm'
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
import {
  bookings,
  chargebacks,
  deskApprovals,
  deskRefunds,
  erasedBookings,
  settlementLines,
} from '../../db/schema/books.ts'
import { directDebits, discountCodes, ledger, payments, paymentTransitions } from '../../db/schema/money.ts'
import { photoHashes, photos } from '../../db/schema/photos.ts'
import { profileDetails, profiles } from '../../db/schema/profile.ts'
import { decisions, flags, letters } from '../../db/schema/safety.ts'
import { devMails, devSms } from '../../db/schema/site.ts'

/** Rows that are erased, with their announcements, in about five milliseconds. */
const BATCH = 50
/** Rows that are read, and seldom written, in about two milliseconds. */
const LOOKS = 1_000

/** `deletingSince` is null again once everything is erased. */
const IS_ERASED = and(eq(users.status, 'deleted'), isNull(users.deletingSince))

/** Nothing has happened to the payment since `before`. */
const isOld = (before: number): SQL =>
  sql`max(${payments.createdAt}, ${payments.changedAt}, coalesce(${payments.completedAt}, 0)) < ${before}`

/** The time of the last entry, one row: a ledger that ends late is not read any further. */
const LAST_ENTRY = sql.raw('(select at from ledger where ledger.user_id = users.id order by ledger.id desc limit 1)')
const NEWEST_ENTRY = sql.raw('(select max(at) from ledger where ledger.user_id = users.id)')

export type MessagePlace = { conversation: number; message: number }
type ErasedMessages = {
  erased: { message: number; partner: number | null }[]
  hashes: string[]
  last: MessagePlace | null
}

export const purgeQueries = (db: Db) => ({
  /**
   * While it is on, SQLite also overwrites free pages. Without it (`FAST`), deleted content is overwritten only in
   * pages that are written anyway.
   */
  overwriteDeleted: async (on: boolean): Promise<void> => {
    await db.get(sql.raw(`pragma secure_delete = ${on ? 'ON' : 'FAST'}`))
  },

  /**
   * From now on nobody can restore the account, log in or find it. After a crash the purge continues, because
   * `deleting_since` stays until the end. @returns the account's address and whether this is the first call, or null if
   * there is no account to erase
   */
  closeForGood: async (id: number, deletingUntil: number): Promise<{ email: string; isFirst: boolean } | null> => {
    const account = and(eq(users.id, id), sql`${users.deletingSince} <= ${deletingUntil}`)
    const row = await db.select({ email: users.email, status: users.status }).from(users).where(account).get()
    if (!row) return null
    await db.update(users).set({ status: 'deleted' }).where(account).run()
    return { email: row.email, isFirst: row.status !== 'deleted' }
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
   * Deletes the jobs about the member among the next ones. Jobs name a member only within their payload, so the whole table
   * is read, a piece at a time. @returns the last job that was looked at, or null at the end
   */
  eraseJobs: async (id: number, after: number): Promise<number | null> => {
    const page = await db
      .select({ id: jobs.id, payload: jobs.payload })
      .from(jobs)
      .where(gt(jobs.id, after))
      .orderBy(asc(jobs.id))
      .limit(LOOKS)
      .all()
    const gone = page.filter(({ payload }) => isAbout(payload, id)).map((job) => job.id)
    if (gone.length > 0) await db.delete(jobs).where(inArray(jobs.id, gone)).run()
    return page.length < LOOKS ? null : (page.at(-1)?.id ?? null)
  },

  /** Mails to the member in the development inbox. */
  eraseInbox: async (email: string): Promise<void> => {
    await db.delete(devMails).where(eq(devMails.recipient, email)).run()
  },

  /**
   * Deletes the counts under the member's id or address among the next ones. @param emailHash as it appears in keys
   * @returns the last key that was looked at, or null at the end
   */
  eraseAttempts: async (id: number, emailHash: string, after: string): Promise<string | null> => {
    const page = await db
      .select({ key: attempts.key })
      .from(attempts)
      .where(gt(attempts.key, after))
      .orderBy(asc(attempts.key))
      .limit(LOOKS)
      .all()
    const keys = page.map(({ key }) => key)
    const gone = keys.filter((key) => {
      const [, ...names] = key.split(' ')
      return names.includes(emailHash) || names.includes(String(id))
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

  /** Erases a letter except for its number and date. */
  eraseLetters: async (id: number, email: string): Promise<void> => {
    await db
      .update(letters)
      .set({ userId: null, name: '', email: '', text: '', answer: '', textGroup: null, clientId: null })
      // A visitor's letter has the address as it was typed. Another member's letter stays theirs, whatever they typed.
      .where(or(eq(letters.userId, id), and(isNull(letters.userId), eq(sql`lower(${letters.email})`, email))))
      .run()
    // The link of a letter to the member stays while its evidence is held [DESK-6].
    const isHeld = sql`exists (select 1 from evidence where evidence.letter = ${letters.id})`
    await db
      .update(letters)
      .set({ profile: null, message: null, photo: null })
      .where(and(eq(letters.profile, id), not(isHeld)))
      .run()
  },

  /**
   * Erases payment methods and the member's own discount codes. Payments stay, as the law requires, with what was bought
   * when and for how much, but without the name of an own code.
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
      .set({ checkoutUrl: null, payerCustomer: null, payerMandate: null })
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
   * The erased accounts among the next ones that have old payments or an old ledger.
   * @param before ms since the epoch @returns also the last account that was looked at, or null at the end
   */
  withOldMoney: async (before: number, after: number): Promise<{ members: number[]; last: number | null }> => {
    const page = await db
      .select({
        id: users.id,
        // The query builder writes a column of a selection without its table, and "id" would be the one of the inner select.
        isFound: sql<number>`case when ${IS_ERASED} and (
          (${LAST_ENTRY} < ${before} and ${NEWEST_ENTRY} < ${before})
          or exists (select 1 from payments where payments.user_id = users.id and ${isOld(before)})) then 1 else 0 end`,
      })
      .from(users)
      .where(gt(users.id, after))
      .orderBy(asc(users.id))
      .limit(LOOKS)
      .all()
    return {
      members: page.filter(({ isFound }) => isFound === 1).map(({ id }) => id),
      last: page.length < LOOKS ? null : (page.at(-1)?.id ?? null),
    }
  },

  /**
   * Deletes old payments of an erased account with their transitions and bookings, a batch at a time. Their sums stay in the
   * books [DESK-12]. The newest invoice and the newest credit note stay, because the next number follows from them.
   * @param before ms since the epoch @returns the number of payments
   */
  eraseOldPayments: async (member: number, before: number): Promise<number> => {
    const found = await db
      .select({ id: payments.id })
      .from(payments)
      .innerJoin(users, eq(users.id, payments.userId))
      .where(
        and(
          eq(payments.userId, member),
          IS_ERASED,
          isOld(before),
          sql`(${payments.invoice} is null or ${payments.invoice} < (select max(invoice) from payments))`,
          sql`not exists (select 1 from bookings where bookings.payment = ${payments.id}
            and (at >= ${before} or number = (select max(number) from bookings)))`,
        ),
      )
      .limit(BATCH)
      .all()
    const ids = found.map(({ id }) => id)
    await keepSums(db, ids)
    await db.delete(paymentTransitions).where(inArray(paymentTransitions.payment, ids)).run()
    await db.delete(bookings).where(inArray(bookings.payment, ids)).run()
    await db.delete(deskRefunds).where(inArray(deskRefunds.payment, ids)).run()
    await db.delete(chargebacks).where(inArray(chargebacks.payment, ids)).run()
    return (await db.delete(payments).where(inArray(payments.id, ids)).run()).changes
  },

  /**
   * Deletes the newest entries of an erased account whose whole ledger is old enough. The balance stays the sum of the others,
   * which is what it was before the deleted ones [PAY-1]. @param before ms since the epoch @returns the number of entries
   */
  eraseOldLedger: async (member: number, before: number): Promise<number> => {
    const [account] = await db
      .select({ newest: sql<number | null>`${NEWEST_ENTRY}` })
      .from(users)
      .where(and(eq(users.id, member), IS_ERASED))
      .all()
    if (!account || account.newest === null || account.newest >= before) return 0
    const gone = await db
      .delete(ledger)
      .where(sql`${ledger.id} in (select id from ledger where user_id = ${member} order by id desc limit ${LOOKS})`)
      .returning({ amount: ledger.amount })
      .all()
    const sum = gone.reduce((total, { amount }) => total + amount, 0)
    await db
      .update(users)
      .set({ credits: sql`${users.credits} - ${sum}` })
      .where(eq(users.id, member))
      .run()
    return gone.length
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
        tracking: {},
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

/** Whether a job's payload names the member. */
const isAbout = (payload: unknown, id: number): boolean =>
  Object.entries(payload ?? {}).some(([name, value]) => MEMBER_NAMES.has(name) && value === id)

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

/** Adds the bookings of these payments to the sums of their months, and takes their references out of the settlements. */
const keepSums = async (db: Db, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const month = sql<string>`substr(date(${bookings.at} / 1000, 'unixepoch'), 1, 7)`
  await db
    .insert(erasedBookings)
    .select(
      db
        .select({
          month: month.as('month'),
          country: payments.country,
          currency: payments.currency,
          vatPercentage: payments.vatPercentage,
          kind: bookings.kind,
          count: sql<number>`count(*)`.as('count'),
          amount: sql<number>`sum(${bookings.amount})`.as('amount'),
          vat: sql<number>`sum(${bookings.vat})`.as('vat'),
        })
        .from(bookings)
        .innerJoin(payments, eq(payments.id, bookings.payment))
        .where(inArray(payments.id, [...ids]))
        .groupBy(month, payments.country, payments.currency, payments.vatPercentage, bookings.kind),
    )
    .onConflictDoUpdate({
      target: [
        erasedBookings.month,
        erasedBookings.country,
        erasedBookings.currency,
        erasedBookings.vatPercentage,
        erasedBookings.kind,
      ],
      set: {
        count: sql`${erasedBookings.count} + excluded.count`,
        amount: sql`${erasedBookings.amount} + excluded.amount`,
        vat: sql`${erasedBookings.vat} + excluded.vat`,
      },
    })
    .run()
  for (const { reference, country } of await db
    .select({ reference: payments.reference, country: payments.country })
    .from(payments)
    .where(inArray(payments.id, [...ids]))
    .all())
    if (reference !== null)
      await db
        .update(settlementLines)
        .set({ reference: '', country })
        .where(eq(settlementLines.reference, reference))
        .run()
}
