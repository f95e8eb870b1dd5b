/**
 * The payer of a direct debit [PAY-10]: validates, normalises and masks IBAN and phone number, and refuses a payer who is
 * blocked or over the limit of a day.
 */
import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools'
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { DAY_MS } from '#contract/limits.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import type { Queries } from '../../db/queries.ts'
import { hashToken } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import type { PayerKind } from './direct-debit-queries.ts'
import type { Deps } from '../../deps.ts'
import { isBanned } from '../safety/identity.ts'
import type { DeskAnswer } from '../safety/desk.ts'

/** Without spaces, in capitals; null if it is invalid or outside the Single Euro Payments Area. */
export const ibanOf = (typed: string): string | null => {
  const iban = electronicFormatIBAN(typed)
  return iban !== null && isValidIBAN(iban) && isSEPACountry(iban.slice(0, 2)) ? iban : null
}

/** `IT60 •••• 3456` */
export const shownIban = (iban: string): string => `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`

/** Number types that can receive an SMS; premium-rate numbers are never among them. */
const MOBILE = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/** E.164. @param country the country of a number without `+` */
export const phoneOf = (typed: string, country: string): string | null => {
  const here = isSupportedCountry(country) ? { defaultCountry: country } : {}
  const phone = parsePhoneNumberFromString(typed, { ...here, extract: false })
  return phone?.isValid() === true && MOBILE.has(phone.getType() ?? '') ? phone.number : null
}

/** `+49 •••• 4711` */
export const shownPhone = (phone: string): string => {
  const code = parsePhoneNumberFromString(phone)?.countryCallingCode ?? ''
  return `+${code} •••• ${phone.slice(-4)}`
}

type DebitRequest = { id: string; userId: number; iban: string; phone: string }
type Reads = Pick<Queries, 'directDebits' | 'identity'>

/** The key in the table of blocked payers: a hash, so that no IBAN or number is stored there. */
const payerHash = (kind: PayerKind, normalised: string): string => hashToken(`${kind} ${normalised}`)

export const payerRefusal = async (
  deps: Pick<Deps, 'identityKey'>,
  { directDebits, identity }: Reads,
  { direct_debits_a_day: limits }: Pick<SiteSettings, 'direct_debits_a_day'>,
  { id, userId, iban, phone }: DebitRequest,
  now: number,
): Promise<Refusal | null> => {
  if (await directDebits.isBlocked('iban', payerHash('iban', iban))) return refuse('iban_blocked')
  if (await directDebits.isBlocked('phone', payerHash('phone', phone))) return refuse('phone_blocked')
  // A banned member cannot come back to buy with another address [DESK-10].
  if (await isBanned(deps, { identity }, [{ kind: 'iban', value: iban }])) return refuse('iban_blocked')
  if (await isBanned(deps, { identity }, [{ kind: 'phone', value: phone }])) return refuse('phone_blocked')
  const since = now - DAY_MS
  const isOverrun =
    (await directDebits.begunBy(userId, since, id)) >= limits.member ||
    (await directDebits.wentFrom(iban, since)) >= limits.iban
  return isOverrun ? refuse('directdebit_limit') : null
}

/**
 * The desk blocks a payer, or unblocks them.
 * @param written an IBAN, or a phone number with its `+`
 */
export const setPayerBlocked = async (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  kind: PayerKind,
  written: string,
  blocked: boolean,
  staff: number | null = null,
): Promise<DeskAnswer> => {
  const normalised = kind === 'iban' ? ibanOf(written) : phoneOf(written, '')
  if (normalised === null) return 'not_found'
  const hash = payerHash(kind, normalised)
  return write(async (tx) => {
    const at = now()
    const isNew = await (blocked ? tx.directDebits.block(kind, hash, at) : tx.directDebits.unblock(kind, hash))
    if (!isNew) return 'same'
    const act = blocked ? 'payer.block' : 'payer.unblock'
    await tx.audit.add({ staff, act, after: { kind }, at })
    return 'done'
  })
}
