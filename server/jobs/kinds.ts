/** What jobs there are, and what each is told. Ids alone: contents are read when the job runs, so none lie about here. */
import * as v from 'valibot'

const id = v.number()

export const JOBS = {
  /** The mail with the activation link [ACC-6]. */
  'mail.activation': v.object({ member: id }),
  /** The link to a new password [ACC-9]. */
  'mail.reset': v.object({ member: id }),
  /** The link that confirms a new address, sent to it [ACC-11]. */
  'mail.mail_change': v.object({ member: id, email: v.string() }),
  /** Tells the old address (`email`) that a change to another was asked for, and when. */
  'mail.mail_change_notice': v.object({ member: id, email: v.string(), at: v.optional(v.number()) }),
  /** The account is being deleted, with the link that brings it back [ACC-12]. */
  'mail.deletion': v.object({ member: id }),
  /** Someone new likes the member. */
  'mail.like': v.object({ liker: id, member: id }),
  /** Messages lie unread for a day. */
  'mail.unread': v.object({ member: id }),
  /** What happened in a week. */
  'mail.weekly': v.object({ member: id }),
  /** Something was begun and not finished: the profile, the signup. `last` says that it will not be spoken of again. */
  'mail.reminder': v.object({ member: id, last: v.boolean() }),
  /** The same three on the member's devices; `at` is when it was due. */
  'push.unread': v.object({ member: id, at: v.number(), endpoint: v.optional(v.string()) }),
  'push.weekly': v.object({ member: id, at: v.number(), endpoint: v.optional(v.string()) }),
  'push.reminder': v.object({ member: id, at: v.number(), endpoint: v.optional(v.string()) }),
  /** News or an offer goes round all members [PWA-5]; to each who wants it, each way they want it. */
  'announcement.walk': v.object({ announcement: v.string() }),
  'mail.announcement': v.object({ announcement: v.string(), member: id }),
  'push.announcement': v.object({
    announcement: v.string(),
    member: id,
    at: v.number(),
    endpoint: v.optional(v.string()),
  }),
  /** The receipt of a complaint, report or appeal [SITE-10], [SAFE-8]. */
  'mail.receipt': v.object({ letter: id }),
  /** The desk's answer to one of them, or the outcome of a report. */
  'mail.answer': v.object({ letter: id }),
  /** Goes round once a day: whom to remind, whose week is over, whose feed is long. Never ends, like the next. */
  'reminders.round': v.object({}),
  /** Erases accounts whose 14 days are over [ACC-12]. */
  'accounts.purge': v.object({}),
  /** Removes the files of photos that no row names any more. */
  'photos.sweep': v.object({}),
  /** Someone wrote to the recipient for the first time. */
  'mail.new_conversation': v.object({ sender: id, recipient: id }),
  /** A fictional profile was written to: it begins to write itself. */
  'fictional.typing': v.object({ profile: id, member: id, message: id }),
  /** It answers, where that message is still the last one. */
  'fictional.answer': v.object({ profile: id, member: id, message: id }),
  /** Someone new likes the member: their devices hear of it. */
  'push.like': v.object({ liker: id, member: id, endpoint: v.optional(v.string()) }),
  /** The code that confirms a direct debit goes to the payer's phone [PAY-10]. */
  'sms.direct_debit': v.object({ directdebit: v.string() }),
  /** A message goes to the recipient's devices, unless they are looking [PWA-6]. */
  'push.message': v.object({
    message: id,
    recipient: id,
    /** One device alone, where the others have it already. */
    endpoint: v.optional(v.string()),
    /** The recipient seemed to be looking a moment ago: is it with them by now? */
    looked: v.optional(v.boolean()),
  }),
  /** A purchase is completed: its receipt [PAY-11]. */
  'mail.purchase': v.object({ payment: v.string() }),
  /** The member withdrew from a purchase: what they declared when, and what goes back [PAY-11]. */
  'mail.withdrawal': v.object({ payment: v.string() }),
  /** What goes back for a withdrawal is given to the provider to pay. */
  'payments.refund': v.object({ payment: v.string() }),
  /** Proves once a day that every balance is the sum of its entries [PAY-1]. */
  'ledger.proof': v.object({}),
  /** A payment is open: the provider is asked what became of it, again and again with growing pauses [PAY-5]. */
  'payments.check': v.object({ payment: v.string() }),
  /** A stored method is given up: the provider forgets it too. Names of the provider's alone. */
  'payments.forget': v.object({
    provider: v.picklist(['mollie', 'sandbox']),
    customer: v.string(),
    mandate: v.string(),
  }),
  /** What a payment came to goes to the payer's devices, unless they are looking [PAY-5]. */
  'push.payment': v.object({ payment: v.string(), member: id, endpoint: v.optional(v.string()) }),
  /** The sandbox says that something changed, as a real provider would. */
  'sandbox.webhook': v.object({ reference: v.string() }),
} as const

/** Jobs that come back by themselves: their row stays, and says when. */
export const RECURRING = ['reminders.round', 'accounts.purge', 'ledger.proof'] as const satisfies (keyof typeof JOBS)[]

/** Jobs that come back until they are done: the handler answers when, or nothing. */
export const RETURNING = ['payments.check'] as const satisfies (keyof typeof JOBS)[]

export type JobKind = keyof typeof JOBS
export type JobPayload<Kind extends JobKind> = v.InferOutput<(typeof JOBS)[Kind]>

export type NewJob = {
  [Kind in JobKind]: {
    kind: Kind
    payload: v.InferInput<(typeof JOBS)[Kind]>
    /** While a job with this key waits, another is not added. */
    uniqueKey?: string
    /** When it is due, in ms; at once when left out. */
    runAt?: number
  }
}[JobKind]

export const isRecurring = (kind: JobKind): boolean => RECURRING.some((recurring) => recurring === kind)

export const isJobKind = (text: string): text is JobKind => text in JOBS
