/** The handler of each kind of job; a kind without one does not compile. */
import type { Mailer } from '../adapters/mail.ts'
import type { PushSender } from '../adapters/push.ts'
import type { SmsSender } from '../adapters/sms.ts'
import type { Queries } from '../db/queries.ts'
import type { Deps } from '../deps.ts'
import { perDomain } from '../http/site.ts'
import { isJobKind, JOBS } from './kinds.ts'
import type { JobHandlers } from './loop.ts'
import { numbersCount } from '../areas/desk/numbers.ts'
import { announceToRemaining } from '../areas/feed/announce.ts'
import { fictionalRefund } from '../areas/fictional/awaited-answers.ts'
import { sandboxWebhook } from '../areas/money/webhook.ts'
import { ageRound, ageWalk, mailAgeCheck } from './age-check.ts'
import { announcementWalk, mailAnnouncement, mailAnnouncementTest, pushAnnouncement } from './announcements.ts'
import { fictionalAnswer, fictionalTyping } from './fictional-answer.ts'
import { ledgerProof } from './ledger-proof.ts'
import {
  loginNotice,
  mailActivation,
  mailChange,
  mailChangeNotice,
  mailDeletion,
  mailReset,
  mailStaff,
  passkeyNotice,
  passwordNotice,
} from './mail-links.ts'
import { mailDecision, mailLifted } from './mail-decision.ts'
import { mailLike, mailNewConversation, mailReminder, mailUnread, mailWeekly } from './mail-activity.ts'
import { mailAnswer, mailReceipt } from './mail-letters.ts'
import { mailChargebackWon, mailPurchase, mailRefund, mailWithdrawal } from './mail-money.ts'
import { moneyRetention, purgeAccounts, photoSweep } from './purge-due.ts'
import { paymentsCheck, paymentsForget, paymentsRefund, smsDirectDebit } from './payments.ts'
import { createPost } from './post.ts'
import { photoCheck } from './photo-check.ts'
import { pushLike, pushPayment, pushReminder, pushUnread, pushWeekly } from './push-contents.ts'
import { pushMessage } from './push-message.ts'
import { remindersRound } from './reminders-round.ts'
import { flagSettle, mailScamWarning, sanctionEnd, scamWarn } from './settle-decisions.ts'

export type Senders = { mailer: Mailer; push: PushSender; sms: SmsSender }

/** Each job runs with the settings of its domain [SITE-15]. */
export const jobHandlers = (deps: Deps, senders: Senders): JobHandlers => {
  const handlersAt = perDomain((site) => handlersOf(site, senders))
  const kinds = Object.keys(JOBS).filter(isJobKind)
  // Every kind of the table gets a handler; TypeScript cannot see that from the entries.
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      async (payload: PayloadIds, job: number) => {
        const site = deps.at(await domainOfJob(deps.read, payload))
        // The handler of the same kind takes the same payload; TypeScript cannot follow a kind through the table.
        return (handlersAt(site)[kind] as AnyHandler)(payload, job)
      },
    ]),
  ) as unknown as JobHandlers
}

type AnyHandler = (payload: PayloadIds, job: number) => Promise<number | undefined>

const handlersOf = (deps: Deps, { mailer, push, sms }: Senders): JobHandlers => {
  const post = createPost(deps, mailer)
  return {
    'mail.activation': mailActivation(deps, post),
    'mail.reset': mailReset(deps, post),
    'mail.mail_change': mailChange(deps, post),
    'mail.mail_change_notice': mailChangeNotice(deps, post),
    'mail.password_notice': passwordNotice(deps, post),
    'mail.passkey_notice': passkeyNotice(deps, post),
    'mail.login_notice': loginNotice(deps, post),
    'mail.deletion': mailDeletion(deps, post),
    'mail.new_conversation': mailNewConversation(deps, post),
    'mail.like': mailLike(deps, post),
    'mail.unread': mailUnread(deps, post),
    'mail.weekly': mailWeekly(deps, post),
    'mail.reminder': mailReminder(deps, post),
    'mail.receipt': mailReceipt(deps, post),
    'mail.answer': mailAnswer(deps, post),
    'mail.decision': mailDecision(deps, post),
    'mail.lifted': mailLifted(deps, post),
    'mail.staff': mailStaff(deps, post),
    'circle.announce': announceToRemaining(deps),
    'age.walk': ageWalk(deps),
    'age.round': ageRound(deps),
    'mail.age_check': mailAgeCheck(deps, post),
    'sanction.end': sanctionEnd(deps),
    'flag.settle': flagSettle(deps),
    'scam.warn': scamWarn(deps),
    'mail.scam_warning': mailScamWarning(deps, post),
    'mail.purchase': mailPurchase(deps, post),
    'mail.withdrawal': mailWithdrawal(deps, post),
    'mail.refund': mailRefund(deps, post),
    'mail.chargeback_won': mailChargebackWon(deps, post),
    'fictional.typing': fictionalTyping(deps),
    'fictional.answer': fictionalAnswer(deps),
    'fictional.refund': fictionalRefund(deps),
    'announcement.walk': announcementWalk(deps),
    'mail.announcement': mailAnnouncement(deps, post),
    'mail.announcement_test': mailAnnouncementTest(deps, post),
    'push.announcement': pushAnnouncement(deps, push),
    'push.message': pushMessage(deps, push),
    'push.like': pushLike(deps, push),
    'push.payment': pushPayment(deps, push),
    'push.unread': pushUnread(deps, push),
    'push.weekly': pushWeekly(deps, push),
    'push.reminder': pushReminder(deps, push),
    'payments.check': paymentsCheck(deps),
    'payments.forget': paymentsForget(deps),
    'payments.refund': paymentsRefund(deps),
    'sandbox.webhook': sandboxWebhook(deps),
    'sms.direct_debit': smsDirectDebit(deps, sms),
    'reminders.round': remindersRound(deps),
    'accounts.purge': purgeAccounts(deps),
    'ledger.proof': ledgerProof(deps),
    'money.retention': moneyRetention(deps),
    'numbers.count': numbersCount(deps),
    'photo.check': photoCheck(deps),
    'photos.sweep': photoSweep(deps),
  }
}

type SubjectReads = Pick<Queries, 'account' | 'payments' | 'notices' | 'directDebits' | 'safety'>

/** The parts of a job's payload that identify a member, payment, letter, decision or direct debit. */
type PayloadIds = {
  recipient?: number
  member?: number
  payment?: string
  letter?: number
  decision?: number
  directdebit?: string
}

/**
 * The domain whose settings a job uses [SITE-15]: the member's domain, or the domain of the payment or letter.
 * @returns an empty string for the main domain, and for jobs that name nobody
 */
const domainOfJob = async (read: SubjectReads, named: PayloadIds): Promise<string> => {
  const member = await memberOfJob(read, named)
  if (member !== undefined) return (await read.account.domainOf(member)) ?? ''
  if (named.payment !== undefined) return (await read.payments.byId(named.payment))?.domain ?? ''
  return named.letter === undefined ? '' : ((await read.notices.letter(named.letter))?.domain ?? '')
}

const memberOfJob = async (
  read: SubjectReads,
  { recipient, member, decision, directdebit }: PayloadIds,
): Promise<number | undefined> => {
  if (recipient !== undefined || member !== undefined) return recipient ?? member
  if (decision !== undefined) return (await read.safety.decision(decision))?.userId
  return directdebit === undefined ? undefined : (await read.directDebits.directDebit(directdebit))?.userId
}
