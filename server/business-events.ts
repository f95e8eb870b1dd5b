/**
 * The events of the business that the log counts [OPS-13]. Each is one line after its commit, with the request's id and at most a kind
 * from a closed list: no member, name, address or text [SAFE-9].
 */
export const BUSINESS_EVENTS = {
  signed_up: 'a visitor signed up',
  confirmed: 'a member confirmed the address',
  age_checked: 'an age check ended, with this result',
  logged_in: 'a member logged in',
  message_sent: 'a message was stored',
  answer_missed: 'nobody answered for a fictional profile, and the credits were given back',
  liked: 'a like was stored',
  matched: 'two members like each other',
  payment_changed: 'a payment changed its status',
  letter_received: 'a report, appeal, complaint or notice was stored',
  deletion_asked: 'a member began to delete the account',
  account_restored: 'a member restored an account before its erasure',
  account_erased: 'an account was erased',
} as const satisfies Record<string, string>

export type BusinessEvent = keyof typeof BUSINESS_EVENTS
