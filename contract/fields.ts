/** The basic schemas of all fields. The message of a check is a code of `FIELD_ERRORS`. */
import * as v from 'valibot'
import type { FieldError } from './errors.ts'
import {
  ABOUT_ME_MAX,
  DISCOUNT_CODE_MAX,
  EMAIL_MAX,
  LETTER_MAX,
  LETTER_MIN,
  LINE_MAX,
  MAILBOX_MAX,
  MESSAGE_MAX,
  NAME_MAX,
  NAME_MIN,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PHONE_MAX,
} from './limits.ts'
import { isCalendarDate } from './rules/age.ts'
import { CLIENT_ID, CONVERSATION_ID, ID_TEXT, isOfPair } from './rules/ids.ts'
import { typedText, visibleText, withoutCopied } from './rules/typed-text.ts'

// Bundlers drop unused schemas only if they know that creating one has no side effects.
/* @__NO_SIDE_EFFECTS__ */
const is = (code: FieldError): FieldError => code

/** A positive integer id, as a number (bodies, answers). */
export const Id = v.pipe(v.number(is('invalid')), v.safeInteger(is('invalid')), v.minValue(1, is('invalid')))

/** A positive integer id as text in a path or query. */
export const IdText = v.pipe(
  v.string(is('required')),
  v.regex(ID_TEXT, is('invalid')),
  v.transform(Number),
  v.maxValue(Number.MAX_SAFE_INTEGER, is('invalid')),
)

/** A whole number as text in a query, between bounds. */
/* @__NO_SIDE_EFFECTS__ */
export const intText = (min: number, max: number) =>
  v.pipe(
    v.string(is('required')),
    v.regex(/^\d{1,16}$/, is('invalid')),
    v.transform(Number),
    v.minValue(min, is('out_of_range')),
    v.maxValue(max, is('out_of_range')),
  )

/** Milliseconds since the epoch, up to the last time that a `Date` can have. */
export const Timestamp = v.pipe(
  v.number(is('invalid')),
  v.safeInteger(is('invalid')),
  v.minValue(0, is('invalid')),
  v.maxValue(8_640_000_000_000_000, is('invalid')),
)

/** A count that is never negative. */
export const Count = v.pipe(v.number(is('invalid')), v.safeInteger(is('invalid')), v.minValue(0, is('invalid')))

/** An id that a device creates: UUIDv7 (RFC 9562). */
export const ClientId = v.pipe(v.string(is('required')), v.regex(CLIENT_ID, is('invalid')))

/** `<lower profile id>-<higher profile id>`: every device can compute it before the server knows the conversation. */
export const ConversationId = v.pipe(
  v.string(is('required')),
  v.regex(CONVERSATION_ID, is('invalid')),
  v.check(isOfPair, is('invalid')),
)

/**
 * `dot-atom@domain` (RFC 5322 §3.4.1, without quotes), in which an apostrophe is a letter like any other; the domain may
 * be international, written either way (`müller.example`, `xn--mller-kva.example`).
 */
/* @__NO_SIDE_EFFECTS__ */
const emailPattern = (): RegExp =>
  new RegExp(
    String.raw`^ATOM(?:\.ATOM)*@(?:LABEL\.)+(?:xn--[a-zA-Z0-9-]{1,59}|[\p{L}\p{M}]{2,63})$`
      .replaceAll('ATOM', String.raw`[\w!#$$%&'*+/=?^\x60{|}~\-]+`)
      .replaceAll('LABEL', String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\-]{0,61}[\p{L}\p{M}\p{N}])?`),
    'u',
  )

export const Email = v.pipe(
  v.string(is('required')),
  v.transform(withoutCopied),
  v.nonEmpty(is('required')),
  v.maxLength(EMAIL_MAX, is('email_invalid')),
  v.regex(emailPattern(), is('email_invalid')),
)

/** An address that the site has not written to yet. `Email` alone also takes those of accounts from before the limit. */
export const NewEmail = v.pipe(
  Email,
  v.check((text) => text.indexOf('@') <= MAILBOX_MAX, is('email_invalid')),
)

/** Text that a person types or pastes. A NUL or a lone surrogate is malformed. */
const typed = v.pipe(
  v.string(is('required')),
  v.check((text) => text.isWellFormed() && !text.includes('\0'), is('invalid')),
  v.transform(typedText),
)

/**
 * Characters that reverse the direction of text. A name appears inside other sentences and subjects of mails, which
 * they would garble.
 */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/u

export const Name = v.pipe(
  typed,
  v.transform((text) => text.replace(/\s+/gu, ' ').trim()),
  v.check((text) => visibleText(text).length >= NAME_MIN, is('too_short')),
  v.maxLength(NAME_MAX, is('too_long')),
  // A reader takes a full-width @, or one behind an invisible character, for the plain one.
  v.check((text) => !visibleText(text).normalize('NFKC').startsWith('@'), is('name_starts_with_at')),
  v.check((text) => !TURNING.test(text), is('invalid')),
)

export const Password = v.pipe(
  v.string(is('required')),
  v.minLength(PASSWORD_MIN, is('password_too_short')),
  v.maxLength(PASSWORD_MAX, is('password_too_long')),
)

/**
 * The password of a login form: any string, so that a wrong password is `login_failed` and reveals no password rules.
 */
export const PasswordAttempt = v.pipe(
  v.string(is('required')),
  v.nonEmpty(is('required')),
  v.maxLength(PASSWORD_MAX, is('password_too_long')),
)

/** An existing day as YYYY-MM-DD. JavaScript reads 31 February as a day in March, and month 13 as no time at all. */
export const CalendarDay = v.pipe(v.string(is('required')), v.check(isCalendarDate, is('invalid')))

/** The minimum age is a separate rule (`rules/age.ts`), since it needs today's date. */
export const BirthDate = v.pipe(
  v.string(is('required')),
  v.nonEmpty(is('required')),
  v.check(isCalendarDate, is('birth_date_invalid')),
)

export const MessageText = v.pipe(
  typed,
  v.check((text) => visibleText(text) !== '', is('required')),
  v.maxLength(MESSAGE_MAX, is('too_long')),
)

/** The about-me text; empty after the member deleted it. */
export const AboutMe = v.pipe(
  typed,
  v.transform((text) => (visibleText(text) === '' ? '' : text.trim())),
  v.maxLength(ABOUT_ME_MAX, is('too_long')),
)

/** A text to the operator: complaint, report, appeal. */
export const OperatorText = v.pipe(
  typed,
  v.trim(),
  v.check((text) => visibleText(text).length >= LETTER_MIN, is('too_short')),
  v.maxLength(LETTER_MAX, is('too_long')),
)

/** A one-time link's token. */
export const LinkToken = v.pipe(v.string(is('required')), v.nonEmpty(is('required')), v.maxLength(200, is('too_long')))

/** ISO 3166-1 alpha-2. */
export const CountryCode = v.pipe(v.string(is('required')), v.regex(/^[A-Z]{2}$/, is('invalid')))

/** ISO 3166-2, e.g. `IT-25`. */
export const RegionCode = v.pipe(v.string(is('required')), v.regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, is('invalid')))

/** A city of the regions list, e.g. `IT-25/milano`. */
export const CityId = v.pipe(
  v.string(is('required')),
  v.regex(/^[A-Z]{2}-[A-Z0-9]{1,3}\/[a-z0-9-]{1,60}$/, is('invalid')),
)

/**
 * An IANA time zone name, e.g. `Pacific/Auckland`; a zone that this runtime does not know is refused. It becomes the
 * runtime's own spelling, so that there are only as many names as zones.
 */
export const TimeZone = v.pipe(
  v.string(is('required')),
  v.maxLength(60, is('too_long')),
  v.regex(/^[A-Za-z][\w+-]*(\/[\w+-]+){0,2}$/, is('invalid')),
  v.transform((zone) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
    } catch {
      return ''
    }
  }),
  v.nonEmpty(is('invalid')),
)

/** One typed line: a street, a city. */
export const PlainLine = v.pipe(
  typed,
  v.transform((text) => text.replace(/\s+/gu, ' ').trim()),
  v.check((text) => visibleText(text) !== '', is('required')),
  v.maxLength(LINE_MAX, is('too_long')),
)

/** The holder of a bank account, as the bank writes the name. */
export const PersonName = v.pipe(PlainLine, v.regex(/\p{L}/u, is('invalid')))

/** A phone number as typed or copied; the server checks whether it exists. */
export const Phone = v.pipe(
  v.string(is('required')),
  v.transform((text) =>
    withoutCopied(text)
      .replaceAll(/\p{Pd}/gu, '-')
      .replaceAll(/\s/g, ' '),
  ),
  v.nonEmpty(is('required')),
  v.maxLength(PHONE_MAX, is('phone_invalid')),
  v.regex(/^[+\d][\d\s()/.-]{4,}$/, is('phone_invalid')),
)

/** A discount code as typed or copied, in capitals. */
export const DiscountText = v.pipe(
  v.string(is('invalid')),
  v.transform(withoutCopied),
  v.toUpperCase(),
  v.nonEmpty(is('required')),
  v.maxLength(DISCOUNT_CODE_MAX, is('too_long')),
)
