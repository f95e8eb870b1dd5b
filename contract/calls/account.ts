/** The calls about accounts: signup to deletion, sessions, settings, consents. */
import * as v from 'valibot'
import type { Call } from '../call.ts'
import { CONSENTS, MemberSettings, SettingsChange } from '../entities/member-settings.ts'
import { hasPasswordOrPasskey, ownerProof, PasskeyAnswer } from '../entities/passkey.ts'
import { OwnProfile } from '../entities/profile.ts'
import { MemberSession } from '../entities/session.ts'
import { Count, Email, LinkToken, NewEmail, Password, PasswordAttempt, TimeZone } from '../fields.ts'
import { LOCALES } from '../locales.ts'
import { PushSubscription } from '../push.ts'
import { SignupForm } from '../signup-form.ts'
import { Empty, SessionAnswer } from './parts.ts'

/** A new password, typed twice: 'Passwords do not match' [ACC-9]. */
const newPassword = { password: Password, password_repeat: v.string('required') }

type TypedTwice = { password?: string | undefined; password_repeat?: string | undefined }

const isTypedTwice = ({ password, password_repeat }: TypedTwice): boolean => password === password_repeat

export const accountCalls = {
  'user.get': {
    method: 'GET',
    path: 'user',
    who: 'visitor',
    offline: 'cached',
    response: SessionAnswer,
    errors: ['request_type_missing'],
  },
  'user.login': {
    method: 'POST',
    path: 'user',
    who: 'visitor',
    offline: 'network',
    body: v.object({ email: Email, password: PasswordAttempt }),
    response: SessionAnswer,
    errors: [
      'request_type_missing',
      'login_failed',
      'email_being_deleted',
      'account_blocked',
      'address_blocked',
      'server_busy',
      'rate_limited',
    ],
  },
  'user.language': {
    method: 'PUT',
    path: 'user',
    who: 'member',
    offline: 'queued',
    body: v.object({ language: v.picklist(LOCALES, 'invalid') }),
    response: SessionAnswer,
    errors: ['request_type_missing'],
  },
  'user.push': {
    method: 'POST',
    path: 'user',
    when: { query: 'push', is: '1' },
    who: 'member',
    offline: 'network',
    /** The time zone tells the server when it is night for the member. */
    body: v.object({ subscription: v.nullable(PushSubscription), time_zone: v.optional(TimeZone) }),
    response: Empty,
    errors: ['request_type_missing'],
  },
  /** Begins the deletion [ACC-12]: ends the session and sends a mail with the link that undoes it. */
  'user.delete': {
    method: 'DELETE',
    path: 'user',
    who: 'member',
    offline: 'network',
    body: v.object(ownerProof),
    response: Empty,
    errors: ['request_type_missing', 'passkey_refused', 'account_blocked', 'server_busy', 'rate_limited'],
  },
  /** The link of the deletion mail opens a page with a button, so that a mail scanner undoes nothing. */
  'reactivate.open': {
    method: 'GET',
    path: 'reactivate',
    who: 'visitor',
    offline: 'network',
    query: v.object({ token: LinkToken }),
    response: 'redirect',
    errors: [],
  },
  reactivate: {
    method: 'POST',
    path: 'reactivate',
    who: 'visitor',
    offline: 'network',
    body: v.object({ token: LinkToken }),
    response: SessionAnswer,
    errors: ['link_invalid'],
  },
  logout: {
    method: 'GET',
    path: 'logout',
    who: 'visitor',
    offline: 'network',
    response: Empty,
    errors: ['foreign_origin'],
  },
  signup: {
    method: 'POST',
    path: 'signup',
    who: 'visitor',
    offline: 'network',
    body: SignupForm,
    response: SessionAnswer,
    errors: [
      'email_taken',
      'email_being_deleted',
      'signups_closed',
      'signup_refused',
      'proof_needed',
      'passkey_refused',
      'server_busy',
      'rate_limited',
    ],
  },
  /** [GUARD-5] The proof of work that a signup from this network needs now; null for none. */
  'signup.challenge': {
    method: 'GET',
    path: 'signup/challenge',
    who: 'visitor',
    offline: 'network',
    response: v.object({ challenge: v.nullable(v.string()), bits: Count }),
    errors: ['rate_limited'],
  },
  /**
   * Completes the signup and sends the mail, or sends it again. The answer is a stream of its four steps, see
   * `activation.ts` [ACC-7].
   */
  'activation.send': {
    method: 'POST',
    path: 'activation',
    who: 'member',
    offline: 'network',
    response: 'stream',
    errors: ['already_confirmed', 'rate_limited'],
  },
  /** The link of the activation mail opens a page with a button, so that a mail scanner confirms nobody [ACC-6]. */
  'activation.open': {
    method: 'GET',
    path: 'activate',
    who: 'visitor',
    offline: 'network',
    query: v.object({ token: LinkToken }),
    response: 'redirect',
    errors: ['rate_limited'],
  },
  /** The button of the activation page, which works without a script. */
  'activation.use': {
    method: 'POST',
    path: 'activate',
    who: 'visitor',
    offline: 'network',
    form: true,
    body: v.object({ token: LinkToken }),
    response: 'redirect',
    errors: ['rate_limited'],
  },
  'password.reset': {
    method: 'POST',
    path: 'reset-password',
    who: 'visitor',
    offline: 'network',
    body: v.object({ email: Email }),
    response: Empty,
    errors: ['email_not_found', 'email_being_deleted', 'reset_limit', 'rate_limited'],
  },
  /**
   * Sets the password or a passkey, ends every other session, and logs in. The earlier password and passkeys no longer
   * work.
   */
  'password.reset_do': {
    method: 'POST',
    path: 'reset-password/do',
    who: 'visitor',
    offline: 'network',
    body: v.pipe(
      v.object({
        token: LinkToken,
        password: v.optional(Password),
        password_repeat: v.optional(newPassword.password_repeat),
        passkey: v.optional(PasskeyAnswer),
      }),
      v.forward(v.partialCheck([['password'], ['passkey']], hasPasswordOrPasskey, 'required'), ['password']),
      v.forward(v.partialCheck([['password'], ['password_repeat']], isTypedTwice, 'passwords_differ'), [
        'password_repeat',
      ]),
    ),
    response: SessionAnswer,
    errors: ['link_invalid', 'passkey_refused', 'server_busy', 'rate_limited'],
  },
  /** Ends every other session; this one continues with a new token [ACC-10]. A wrong old password is a field error. */
  'password.change': {
    method: 'PUT',
    path: 'password',
    who: 'member',
    offline: 'network',
    body: v.pipe(
      v.object({ old_password: ownerProof.password, passkey: ownerProof.passkey, ...newPassword }),
      v.forward(v.partialCheck([['password'], ['password_repeat']], isTypedTwice, 'passwords_differ'), [
        'password_repeat',
      ]),
    ),
    response: SessionAnswer,
    errors: ['passkey_refused', 'account_blocked', 'server_busy', 'rate_limited'],
  },
  'mail_change.ask': {
    method: 'POST',
    path: 'mail-change',
    who: 'member',
    offline: 'network',
    body: v.object({ email: NewEmail, ...ownerProof }),
    response: Empty,
    errors: ['email_taken', 'email_being_deleted', 'passkey_refused', 'account_blocked', 'server_busy', 'rate_limited'],
  },
  'mail_change.do': {
    method: 'POST',
    path: 'mail-change/do',
    who: 'visitor',
    offline: 'network',
    body: v.object({ token: LinkToken }),
    response: v.object({ email: v.string() }),
    errors: ['link_invalid', 'email_taken'],
  },
  'sessions.list': {
    method: 'GET',
    path: 'sessions',
    who: 'member',
    offline: 'network',
    response: v.object({ sessions: v.array(MemberSession) }),
    errors: [],
  },
  'sessions.end': {
    method: 'DELETE',
    path: 'sessions/:id',
    who: 'member',
    offline: 'network',
    params: v.object({ id: v.pipe(v.string('required'), v.regex(/^[\w-]{8,64}$/, 'invalid')) }),
    response: Empty,
    errors: ['not_found'],
  },
  'sessions.end_others': {
    method: 'DELETE',
    path: 'sessions',
    who: 'member',
    offline: 'network',
    response: Empty,
    errors: [],
  },
  /** A stolen session must not read everything: the owner proves to be here, and the token opens the file for some minutes [ACC-17]. */
  'export.ask': {
    method: 'POST',
    path: 'export',
    who: 'member',
    offline: 'network',
    body: v.object(ownerProof),
    response: v.object({ token: LinkToken }),
    errors: ['passkey_refused', 'account_blocked', 'server_busy', 'rate_limited'],
  },
  /** All data stored about the member as one JSON file [ACC-17]: a link, so that a browser downloads a file of any size. */
  'export.get': {
    method: 'GET',
    path: 'export',
    who: 'member',
    offline: 'network',
    query: v.object({ token: LinkToken }),
    response: 'file',
    errors: ['link_invalid', 'rate_limited'],
  },
  'notifications.get': {
    method: 'GET',
    path: 'notifications',
    who: 'member',
    offline: 'cached',
    response: v.object({ settings: MemberSettings }),
    errors: [],
  },
  'notifications.put': {
    method: 'PUT',
    path: 'notifications',
    who: 'member',
    offline: 'queued',
    body: SettingsChange,
    response: v.object({ settings: MemberSettings }),
    errors: [],
  },
  /** Gives or withdraws a consent; a withdrawal deletes the data it covered [ACC-18]. */
  'consents.put': {
    method: 'PUT',
    path: 'consents/:consent',
    who: 'member',
    offline: 'queued',
    params: v.object({ consent: v.picklist(CONSENTS, 'invalid') }),
    body: v.object({ given: v.boolean('invalid') }),
    response: v.object({ settings: MemberSettings, profile: OwnProfile }),
    errors: [],
  },
  /** Turns mail on again for this address: `notifications_disabled` is cleared. */
  'notifications.enable': {
    method: 'POST',
    path: 'notifications/enable',
    who: 'member',
    offline: 'network',
    response: v.object({ settings: MemberSettings }),
    errors: [],
  },
  /** The unsubscribe link in a mail opens a page with a button. */
  'unsubscribe.open': {
    method: 'GET',
    path: 'unsubscribe',
    who: 'visitor',
    offline: 'network',
    query: v.object({ token: LinkToken }),
    response: 'redirect',
    errors: [],
  },
  /**
   * List-Unsubscribe with one click (RFC 8058). The body from the mail program is ignored, since the token contains
   * everything.
   */
  unsubscribe: {
    method: 'POST',
    path: 'unsubscribe',
    who: 'visitor',
    offline: 'network',
    query: v.object({ token: LinkToken }),
    response: Empty,
    errors: ['link_invalid'],
  },
  /** Receives bounces and complaints from the mail provider; `secret` is set in the environment. */
  'mail.feedback': {
    method: 'POST',
    path: 'mail-feedback',
    who: 'visitor',
    offline: 'network',
    body: v.object({
      secret: v.string('required'),
      email: Email,
      kind: v.picklist(['bounce', 'complaint'], 'invalid'),
    }),
    response: Empty,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Call>
