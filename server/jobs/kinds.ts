/**
 * The kinds of jobs and their payloads. A payload has ids only: contents are read when the job runs, so no copies lie
 * in the table.
 */
import * as v from 'valibot'
import { LOCALES } from '#contract/locales.ts'
import { PAYMENT_PROVIDERS } from '#contract/payment-methods.ts'
import type { PushKind } from '#contract/push-kinds.ts'

const id = v.number()

export const JOBS = {
  /** The mail with the activation link [ACC-6]. */
  'mail.activation': v.object({ member: id }),
  /** The mail with the link to set a new password [ACC-9]. `forced`: the desk has ended the former one [DESK-11]. */
  'mail.reset': v.object({ member: id, forced: v.optional(v.boolean()) }),
  /** The confirmation link, mailed to the new address [ACC-11]. */
  'mail.mail_change': v.object({ member: id, email: v.string() }),
  /** Notifies the old address (`email`) that a change to another address was requested, and when, with a link that undoes it. */
  'mail.mail_change_notice': v.object({ member: id, email: v.string(), at: v.optional(v.number()) }),
  /** Notifies the member that the password was changed, and when [ACC-10]. */
  'mail.password_notice': v.object({ member: id, at: v.number() }),
  /** Notifies the member of a new passkey, and when it was added [ACC-20]. */
  'mail.passkey_notice': v.object({ member: id, at: v.number() }),
  /** Notifies the member of a login on a device that is new to the account [ACC-16]. `device`: the browser's user agent. */
  'mail.login_notice': v.object({ member: id, at: v.number(), device: v.string() }),
  /** Says that the account is being deleted, with the link that restores it [ACC-12]. */
  'mail.deletion': v.object({ member: id }),
  /** Someone new likes the member. */
  'mail.like': v.object({ liker: id, member: id }),
  /** Messages have been unread for a day. */
  'mail.unread': v.object({ member: id }),
  /** The mail about the member's week. */
  'mail.weekly': v.object({ member: id }),
  /** The profile or the signup is unfinished. `last` means that this is the last reminder. */
  'mail.reminder': v.object({ member: id, last: v.boolean() }),
  /** The same three as pushes; `at` is the time at which each was due. */
  'push.unread': v.object({ member: id, at: v.number(), endpoint: v.optional(v.string()) }),
  'push.weekly': v.object({ member: id, at: v.number(), endpoint: v.optional(v.string()) }),
  'push.reminder': v.object({ member: id, at: v.number(), endpoint: v.optional(v.string()) }),
  /** Announces news or an offer to all members [PWA-5], on each channel that a member wants. */
  'announcement.walk': v.object({ announcement: v.string() }),
  'mail.announcement': v.object({ announcement: v.string(), member: id }),
  /** A draft as a mail to the colleague who asked for it. */
  'mail.announcement_test': v.object({ draft: id, staff: id, language: v.picklist(LOCALES) }),
  'push.announcement': v.object({
    announcement: v.string(),
    member: id,
    at: v.number(),
    endpoint: v.optional(v.string()),
  }),
  /** The receipt of a complaint, report or appeal [SITE-10], [SAFE-8]. */
  'mail.receipt': v.object({ letter: id }),
  /** The desk's answer to a complaint, notice or appeal, or the outcome of a report; `at` is the time of the answer. */
  'mail.answer': v.object({ letter: id, at: v.optional(v.number()) }),
  /** Notifies a colleague of a login with a new device, or a changed factor or password [DESK-1]. */
  'mail.staff': v.object({
    staff: id,
    notice: v.picklist(['login', 'factor', 'password']),
    /** The browser's user agent. */
    device: v.string(),
    language: v.picklist(LOCALES),
    at: v.number(),
  }),
  /** A decision about a member, with its reason and the way to appeal [DESK-8]. */
  'mail.decision': v.object({ decision: id }),
  /** Notifies the member that the desk has reversed a decision. */
  'mail.lifted': v.object({ decision: id }),
  /** A flag was answered at this moment: its effects that nobody could take back follow when the undo is over [DESK-8]. */
  'flag.settle': v.object({ flag: id, at: v.number() }),
  /** Warns everybody whom a banned member wrote to, page by page [DESK-10], or ends the warning once the ban is lifted. */
  'scam.warn': v.object({ decision: id, after: v.number() }),
  /** The warning to one of them. */
  'mail.scam_warning': v.object({ decision: id, member: id }),
  /** Brings all members in line with the age check of their countries, page by page [GUARD-6]. */
  'age.walk': v.object({ after: v.number() }),
  /** Every 5 minutes: hides members from search who have not passed the check in time. */
  'age.round': v.object({}),
  /** Notifies a member that an age check will be required. */
  'mail.age_check': v.object({ member: id }),
  /** A sanction of this member has an end, which is now. */
  'sanction.end': v.object({ member: id }),
  /** Daily: reminders, weekly updates and pruning of long feeds. */
  'reminders.round': v.object({
    /** The place of a round that was interrupted: the last member, and the time at which it began. */
    after: v.optional(v.number()),
    begunAt: v.optional(v.number()),
  }),
  /** Erases accounts whose 14 days are over [ACC-12]. */
  'accounts.purge': v.object({}),
  /** Daily: deletes payments and ledger entries of erased accounts after their legal retention. */
  'money.retention': v.object({}),
  /** Asks the operator's own check about a new photo [GUARD-3]. */
  'photo.check': v.object({ member: id, photo: id }),
  /** Removes the files of photos that no row references any more. */
  'photos.sweep': v.object({}),
  /** Someone wrote to the recipient for the first time. */
  'mail.new_conversation': v.object({ sender: id, recipient: id }),
  /** A fictional profile has a new message: it starts typing. */
  'fictional.typing': v.object({ profile: id, member: id, message: id }),
  /** The fictional profile answers, if that message is still the last one. */
  'fictional.answer': v.object({ profile: id, member: id, message: id }),
  /** Every 15 minutes: gives credits back for messages to fictional profiles that nobody answered [GUARD-7]. */
  'fictional.refund': v.object({}),
  /** Someone new likes the member: a push to the member's devices. */
  'push.like': v.object({ liker: id, member: id, endpoint: v.optional(v.string()) }),
  /** The code that confirms a direct debit goes to the payer's phone [PAY-10]. */
  'sms.direct_debit': v.object({ directdebit: v.string() }),
  /** A push about a message to the recipient's devices, unless the recipient has the app open [PWA-6]. */
  'push.message': v.object({
    message: id,
    recipient: id,
    /** Set when only this device still needs the push. */
    endpoint: v.optional(v.string()),
    /** The app was open a moment ago: check whether the message has been delivered by now. */
    looked: v.optional(v.boolean()),
  }),
  /** A purchase is completed: its receipt [PAY-11]. */
  'mail.purchase': v.object({ payment: v.string() }),
  /**
   * The member withdrew from a purchase: a mail with the declaration, its time and the refund [PAY-11]. `by_day`: of the declaration
   * only the day is known.
   */
  'mail.withdrawal': v.object({ payment: v.string(), by_day: v.optional(v.literal(true)) }),
  /** Announces a change of a member to the remaining members of a long list of partners or likes, page by page. */
  'circle.announce': v.object({
    member: id,
    change: v.picklist(['status', 'card']),
    list: v.picklist(['partners', 'liked', 'likers']),
    after: v.tuple([v.number(), v.number()]),
  }),
  /** Asks the provider to pay a refund: that of a withdrawal, or one that the desk ordered. */
  'payments.refund': v.object({ payment: v.string(), refund: v.optional(v.string()) }),
  /** Notifies the member of a refund that the desk ordered [DESK-12]. */
  'mail.refund': v.object({ payment: v.string(), refund: v.string() }),
  /** `credits`: those that the purchase has got back. */
  'mail.chargeback_won': v.object({ payment: v.string(), credits: v.number() }),
  /** Proves once a day that every balance is the sum of its entries [PAY-1]. */
  'ledger.proof': v.object({}),
  /** Counts the daily numbers of the desk at night [DESK-13]. */
  'numbers.count': v.object({}),
  /** Polls the provider about an open payment, with growing pauses [PAY-5]. */
  'payments.check': v.object({ payment: v.string() }),
  /** A stored method is removed: the provider deletes it too. The payload has the provider's names only. */
  'payments.forget': v.object({
    provider: v.picklist(PAYMENT_PROVIDERS),
    customer: v.string(),
    mandate: v.string(),
  }),
  /** A push about the outcome of a payment to the payer's devices, unless the payer has the app open [PAY-5]. */
  'push.payment': v.object({ payment: v.string(), member: id, endpoint: v.optional(v.string()) }),
  /** The sandbox reports a change, as a real provider's webhook would. */
  'sandbox.webhook': v.object({ reference: v.string() }),
} as const satisfies Record<`push.${PushKind}`, v.GenericSchema> & Record<string, v.GenericSchema>

/** Recurring jobs: the row stays, with the time of the next run. */
export const RECURRING = [
  'reminders.round',
  'accounts.purge',
  'ledger.proof',
  'money.retention',
  'numbers.count',
  'fictional.refund',
  'age.round',
] as const satisfies (keyof typeof JOBS)[]

/** Jobs that run again until they are done: the handler returns the time of the next run, or nothing. */
export const RETURNING = ['payments.check', 'sanction.end'] as const satisfies (keyof typeof JOBS)[]

export type JobKind = keyof typeof JOBS
export type JobPayload<Kind extends JobKind> = v.InferOutput<(typeof JOBS)[Kind]>

export type NewJob = {
  [Kind in JobKind]: {
    kind: Kind
    payload: v.InferInput<(typeof JOBS)[Kind]>
    /** While a job with this key waits, no other with the key is added. */
    uniqueKey?: string
    /** The due time in ms; immediately if left out. */
    runAt?: number
  }
}[JobKind]

/** Begins the walk over all members. */
export const AGE_WALK = { kind: 'age.walk', payload: { after: 0 }, uniqueKey: 'age.walk' } as const satisfies NewJob

export const isRecurring = (kind: JobKind): boolean => RECURRING.some((recurring) => recurring === kind)

export const isJobKind = (text: string): text is JobKind => text in JOBS
