/** All stored data of a member, table by table [ACC-17]. A test compares it with the columns of the database. */
import { and, asc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import {
  acceptances,
  ageChecks,
  consents,
  knownDevices,
  passkeys,
  pushSubscriptions,
  sessions,
  tokens,
  users,
} from '../../db/schema/account.ts'
import { bookings, chargebacks, deskRefunds } from '../../db/schema/books.ts'
import { conversations, messagePhotos, messages, participants } from '../../db/schema/chat.ts'
import { memberNotes } from '../../db/schema/desk.ts'
import { swipes } from '../../db/schema/likes.ts'
import {
  directDebits,
  discountCodes,
  ledger,
  payments,
  paymentTransitions,
  storedMethods,
} from '../../db/schema/money.ts'
import { photos } from '../../db/schema/photos.ts'
import { profileDetails, profiles } from '../../db/schema/profile.ts'
import { decisions, flags, letters } from '../../db/schema/safety.ts'

export const exportQueries = (db: Db) => {
  return {
    exportedAccount: async (id: number) => db.select().from(users).where(eq(users.id, id)).get(),
    exportedProfile: async (id: number) =>
      db
        .select({ profile: profiles, details: profileDetails })
        .from(profiles)
        .innerJoin(profileDetails, eq(profileDetails.id, profiles.id))
        .where(eq(profiles.id, id))
        .get(),
    exportedConsents: async (id: number) => db.select().from(consents).where(eq(consents.userId, id)).all(),
    exportedAgeCheck: async (id: number) => db.select().from(ageChecks).where(eq(ageChecks.userId, id)).get(),
    exportedPasskeys: async (id: number) => db.select().from(passkeys).where(eq(passkeys.userId, id)).all(),
    exportedPhotos: async (id: number) =>
      db.select().from(photos).where(eq(photos.owner, id)).orderBy(asc(photos.id)).all(),

    /** The next conversations of a member, in the order in which they were begun. */
    exportedConversations: async (id: number, after: number, limit: number) =>
      db
        .select({ side: participants, conversation: conversations })
        .from(participants)
        .innerJoin(conversations, eq(conversations.id, participants.conversation))
        .where(and(eq(participants.member, id), gt(participants.conversation, after)))
        .orderBy(asc(participants.conversation))
        .limit(limit)
        .all(),
    /** The next messages of a conversation that the member sees, in the order they were sent. */
    exportedMessages: async (id: number, conversation: number, after: number, limit: number) =>
      db
        .select({ message: messages, photo: messagePhotos })
        .from(messages)
        .leftJoin(messagePhotos, eq(messagePhotos.message, messages.id))
        .where(
          and(
            eq(messages.conversation, conversation),
            gt(messages.id, after),
            or(isNull(messages.heldAt), eq(messages.sender, id)),
          ),
        )
        .orderBy(asc(messages.id))
        .limit(limit)
        .all(),

    /** The next swipes of a member, in the order of the profiles' ids. */
    exportedSwipes: async (id: number, after: number, limit: number) =>
      db
        .select()
        .from(swipes)
        .where(and(eq(swipes.member, id), gt(swipes.profile, after)))
        .orderBy(asc(swipes.profile))
        .limit(limit)
        .all(),

    /** The next ledger entries of a member, the oldest first. */
    exportedLedger: async (id: number, after: number, limit: number) =>
      db
        .select()
        .from(ledger)
        .where(and(eq(ledger.userId, id), gt(ledger.id, after)))
        .orderBy(asc(ledger.id))
        .limit(limit)
        .all(),
    exportedPayments: async (id: number) =>
      db.select().from(payments).where(eq(payments.userId, id)).orderBy(asc(payments.createdAt)).all(),
    exportedTransitions: async (id: number) =>
      db
        .select({ transition: paymentTransitions })
        .from(paymentTransitions)
        .innerJoin(payments, eq(payments.id, paymentTransitions.payment))
        .where(eq(payments.userId, id))
        .orderBy(asc(paymentTransitions.id))
        .all(),
    exportedBookings: async (id: number) =>
      db
        .select({ booking: bookings, invoice: payments.invoice, completedAt: payments.completedAt })
        .from(bookings)
        .innerJoin(payments, eq(payments.id, bookings.payment))
        .where(eq(payments.userId, id))
        .orderBy(asc(bookings.id))
        .all(),
    exportedRefunds: async (id: number) =>
      db
        .select({ refund: deskRefunds })
        .from(deskRefunds)
        .innerJoin(payments, eq(payments.id, deskRefunds.payment))
        .where(eq(payments.userId, id))
        .orderBy(asc(deskRefunds.at), asc(deskRefunds.id))
        .all(),
    exportedChargebacks: async (id: number) =>
      db
        .select({ chargeback: chargebacks })
        .from(chargebacks)
        .innerJoin(payments, eq(payments.id, chargebacks.payment))
        .where(eq(payments.userId, id))
        .orderBy(asc(chargebacks.at))
        .all(),
    exportedMethod: async (id: number) => db.select().from(storedMethods).where(eq(storedMethods.userId, id)).get(),
    exportedCodes: async (id: number) =>
      db.select().from(discountCodes).where(eq(discountCodes.userId, id)).orderBy(asc(discountCodes.code)).all(),
    exportedDirectDebits: async (id: number) =>
      db.select().from(directDebits).where(eq(directDebits.userId, id)).orderBy(asc(directDebits.createdAt)).all(),
    /** @param email the member's confirmed address or null: a visitor's complaints under that address are theirs too */
    exportedLetters: async (id: number, email: string | null) =>
      db
        .select()
        .from(letters)
        .where(
          email === null
            ? eq(letters.userId, id)
            : or(eq(letters.userId, id), and(isNull(letters.userId), eq(sql`lower(${letters.email})`, email))),
        )
        .orderBy(asc(letters.id))
        .all(),
    exportedDecisions: async (id: number) =>
      db.select().from(decisions).where(eq(decisions.userId, id)).orderBy(asc(decisions.id)).all(),
    /** Findings that a person has answered: an open one is not announced, so that fraudsters learn nothing [GUARD-1]. */
    exportedFlags: async (id: number) =>
      db
        .select()
        .from(flags)
        .where(and(eq(flags.member, id), isNotNull(flags.answeredAt)))
        .orderBy(asc(flags.id))
        .all(),
    exportedNotes: async (id: number) =>
      db.select().from(memberNotes).where(eq(memberNotes.member, id)).orderBy(asc(memberNotes.id)).all(),
    exportedSessions: async (id: number) =>
      db.select().from(sessions).where(eq(sessions.userId, id)).orderBy(asc(sessions.createdAt)).all(),
    exportedDevices: async (id: number) =>
      db.select().from(knownDevices).where(eq(knownDevices.userId, id)).orderBy(asc(knownDevices.createdAt)).all(),
    exportedAcceptances: async (id: number) =>
      db.select().from(acceptances).where(eq(acceptances.userId, id)).orderBy(asc(acceptances.acceptedAt)).all(),
    exportedSubscriptions: async (id: number) =>
      db
        .select()
        .from(pushSubscriptions)
        .where(eq(pushSubscriptions.userId, id))
        .orderBy(asc(pushSubscriptions.createdAt))
        .all(),
    exportedLinks: async (id: number) =>
      db.select().from(tokens).where(eq(tokens.userId, id)).orderBy(asc(tokens.expiresAt)).all(),
  }
}
