/**
 * The rate limit of each call [SAFE-6]. The mount counts `rate` per member, or per network for a visitor, before it
 * reads the input. A use case counts `within` itself. A new call does not compile until it has an entry here.
 */
import type { ServerCall } from '#contract/calls.ts'
import type { RateName } from './rates.ts'

type CallLimit =
  | { rate: RateName; within?: readonly RateName[] }
  /** `why`: the reason the mount cannot count it. */
  | { within: readonly RateName[]; why: string }
  /** The reason there is no limit. */
  | { none: string }

const ONLY_RIGHT_FORMS = 'Only a valid form counts, so typing errors do not use the limit up.'
const ONLY_NEW_PHOTOS = 'A repeat of an upload that arrived is answered without counting.'
const BY_ADDRESS = 'A login counts by network, also for somebody who is logged in.'

export const CALL_LIMITS: Record<ServerCall, CallLimit> = {
  'user.get': { rate: 'read' },
  'user.login': {
    within: ['login'],
    why: 'A login counts by account and network, or by the device that the account knows.',
  },
  'user.language': { rate: 'write' },
  'user.push': { rate: 'session' },
  'user.delete': { within: ['password'], why: 'All calls that check a password share one limit.' },
  'reactivate.open': { none: 'It redirects to a page and reads nothing.' },
  reactivate: { rate: 'link' },
  logout: { none: 'A logout must never fail; without a session it does nothing.' },
  signup: { within: ['signup'], why: ONLY_RIGHT_FORMS },
  'signup.challenge': { rate: 'site' },
  'activation.send': { within: ['activation'], why: ONLY_RIGHT_FORMS },
  'activation.open': { rate: 'link' },
  'activation.use': { rate: 'link' },
  'password.reset': { within: ['reset'], why: BY_ADDRESS },
  'password.reset_do': { within: ['link'], why: BY_ADDRESS },
  'password.change': { within: ['password'], why: 'All calls that check a password share one limit.' },
  'mail_change.ask': { within: ['password'], why: 'All calls that check a password share one limit.' },
  'mail_change.do': { within: ['link'], why: BY_ADDRESS },
  'passkeys.options': { within: ['passkey'], why: BY_ADDRESS },
  'passkeys.login': { within: ['passkey'], why: BY_ADDRESS },
  'passkeys.list': { rate: 'read' },
  'passkeys.own_options': { rate: 'session', within: ['password'] },
  'passkeys.add': { rate: 'session' },
  'passkeys.rename': { rate: 'session' },
  'passkeys.remove': { within: ['password'], why: 'All calls that check a password share one limit.' },
  'age.get': { rate: 'read' },
  'age.provider': { rate: 'session' },
  'age.return': { rate: 'link' },
  'age.proof': { rate: 'session' },
  'age.proof_answer': { rate: 'session' },
  'age.wallet_answer': { rate: 'link' },
  'sessions.list': { rate: 'read' },
  'sessions.end': { rate: 'session' },
  'sessions.end_others': { rate: 'session' },
  'export.ask': { within: ['password'], why: 'All calls that check a password share one limit.' },
  'export.get': { rate: 'export' },
  'notifications.get': { rate: 'read' },
  'notifications.put': { rate: 'write' },
  'notifications.enable': { rate: 'session' },
  'consents.put': { rate: 'write' },
  'unsubscribe.open': { rate: 'unsubscribe' },
  unsubscribe: { rate: 'unsubscribe' },
  'mail.feedback': { rate: 'mail_feedback' },

  'members.search': { rate: 'view' },
  'members.count': { rate: 'view' },
  'members.get': { rate: 'view' },
  'members.related': { rate: 'view' },
  'match_finder.get': { rate: 'match' },

  'profile.get': { rate: 'read' },
  'profile.put': { rate: 'profile' },
  'photos.add': { within: ['upload'], why: ONLY_NEW_PHOTOS },
  'photos.part': { rate: 'upload_part' },
  'photos.change': { rate: 'write' },
  'photos.order': { rate: 'write' },
  'photos.delete': { rate: 'write' },

  'likes.get': { rate: 'read' },
  'likes.put': { rate: 'like' },
  'likes.delete': { rate: 'like' },
  'likes.seen': { rate: 'write' },
  'blocks.list': { rate: 'read' },
  'blocks.put': { rate: 'block' },
  'blocks.delete': { rate: 'block' },
  'auto_like.get': { rate: 'auto_like' },
  'swipe.get': { rate: 'deck' },
  'swipe.put': { rate: 'swipe' },
  'swipe.undo': { rate: 'swipe' },

  'chats.get': { rate: 'read' },
  'messages.list': { rate: 'read' },
  'messages.send': { rate: 'message' },
  'messages.photo': { within: ['upload'], why: ONLY_NEW_PHOTOS },
  'chats.delete': { rate: 'write' },
  'chats.read': { rate: 'write' },
  'typing.send': { rate: 'typing' },
  sync: { rate: 'sync' },
  events: { rate: 'stream' },

  'packages.get': { rate: 'read', within: ['code'] },
  'discountcode.get': { rate: 'read', within: ['code'] },
  'payments.create': { within: ['payment'], why: 'An order and its repeat share one limit.' },
  'payments.repeat_offer': { rate: 'read' },
  'payments.repeat': { within: ['payment'], why: 'An order and its repeat share one limit.' },
  'payments.forget_method': { rate: 'session' },
  'payments.get': { rate: 'read', within: ['payment_state'] },
  'payments.cancel': { rate: 'session' },
  'payments.webhook': {
    within: ['webhook', 'payment_webhook'],
    why: 'A known payment counts for itself, an unknown one for the network: providers call from few addresses.',
  },
  'transactions.list': { rate: 'read' },
  'transactions.get': { rate: 'read' },
  'transactions.withdraw': { rate: 'session' },
  'directdebit.start': {
    within: ['code', 'sms', 'sms_day'],
    why: 'Only a valid form counts, because it costs an SMS; a discount code counts in each form.',
  },
  'directdebit.confirm': { rate: 'session' },

  'settings.get': { rate: 'site' },
  'regions.get': { rate: 'site' },
  'interests.get': { rate: 'site' },
  'companyinfo.get': { rate: 'site' },
  page_hidden: { rate: 'beacon' },
  'failures.report': { rate: 'failure' },
  'geocode.get': { rate: 'geocode' },
  'complaints.send': { within: ['letter'], why: 'It counts by network and by the address that gets the answer.' },
  'reports.list': { rate: 'read' },
  'reports.send': { within: ['report'], why: 'A report about oneself is refused before it counts.' },
  'decisions.list': { rate: 'read' },
  'decisions.appeal': { within: ['letter'], why: 'Appeals and complaints share one limit.' },
}
