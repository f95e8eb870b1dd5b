/** Stores the form of a direct debit, and queues the SMS code that confirms it [PAY-10]. Nothing is debited yet. */
import type { CallAnswer, CallParsed } from '#contract/calls.ts'
import type { FieldError } from '#contract/errors.ts'
import type { Queries } from '../../db/queries.ts'
import type { Deps, Tx } from '../../deps.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import { ibanOf, phoneOf, shownIban, shownPhone, payerRefusal } from './direct-debit-payer.ts'
import type { DirectDebitRow } from './direct-debit-queries.ts'
import { offeredMethods } from './methods.ts'
import { priceOfOrder } from './price-of-order.ts'
import { marketOf } from './terms.ts'
import { mayNotBuy } from './write-payment.ts'

type DebitRequest = CallParsed<'directdebit.start'>['body']
type DebitAnswer = CallAnswer<'directdebit.start'>
type Payer = { iban: string; phone: string }

/** A repeat (another phone, a code that did not arrive) is the same direct debit with another code. */
export const startDirectDebit = async (
  deps: Pick<
    Deps,
    'env' | 'read' | 'write' | 'settings' | 'now' | 'random' | 'bus' | 'log' | 'payments' | 'identityKey'
  >,
  member: number,
  asked: DebitRequest,
): Promise<DebitAnswer | Refusal> => {
  const buyer = await deps.read.discounts.buyer(member)
  if (!buyer) return refuse('not_found')
  const payer = payerOf(asked, buyer.country)
  if (isRefusal(payer)) return payer
  const market = marketOf(deps.settings(), buyer.country)
  const methods = await offeredMethods(deps, market, asked.price)
  // Banks in the Single Euro Payments Area debit only euros.
  if (market.currency !== 'EUR' || !methods.includes('directdebit')) return refuse('method_unavailable')
  // Count a wrong discount code, too, so that nobody can guess codes with this form [SAFE-6].
  const tooManyCodes = asked.code === undefined ? null : await deps.bus.use('code', member)
  if (tooManyCodes) return tooManyCodes
  // Count the SMS outside the transaction, whose body may run again.
  const before = await checkForm(deps, deps.read, member, asked, payer)
  if (before.answer) return before.answer
  const tooManySms = (await countSms(deps, member)) ?? (await countSms(deps, payer.phone))
  if (tooManySms) return tooManySms
  return deps.write((tx) => storeForm(deps, tx, member, asked, payer))
}

/**
 * Counts an SMS against the limits of an hour and of a day: a fraudster who earns from SMS to their own numbers would otherwise request
 * five an hour, day and night [SAFE-6]. @returns the refusal, or null
 */
const countSms = async ({ bus }: Pick<Deps, 'bus'>, who: number | string): Promise<Refusal | null> =>
  (await bus.use('sms', who)) ?? bus.use('sms_day', who)

const payerOf = ({ iban, phone }: DebitRequest, country: string): Payer | Refusal => {
  const payer = { iban: ibanOf(iban), phone: phoneOf(phone, country) }
  if (payer.iban !== null && payer.phone !== null) return { iban: payer.iban, phone: payer.phone }
  const fields: Record<string, FieldError> = {
    ...(payer.iban === null ? { iban: 'iban_invalid' } : {}),
    ...(payer.phone === null ? { phone: 'phone_invalid' } : {}),
  }
  return refuse('invalid_input', { fields })
}

type Needs = Pick<Deps, 'settings' | 'now' | 'random' | 'identityKey'>
type CheckedForm =
  | { answer: DebitAnswer | Refusal }
  | {
      answer: null
      before: DirectDebitRow | undefined
      priced: Exclude<Awaited<ReturnType<typeof priceOfOrder>>, Refusal>
    }

const checkForm = async (
  deps: Needs,
  queries: Queries,
  member: number,
  asked: DebitRequest,
  payer: Payer,
): Promise<CheckedForm> => {
  const { settings, now } = deps
  const id = asked.client_id
  const before = await queries.directDebits.directDebit(id)
  if (before && before.userId !== member) return { answer: refuse('not_found') }
  // The code was right but its answer was lost: return the same answer.
  if (before && before.confirmedAt !== null) return { answer: startedOf(before) }

  const stopped = await mayNotBuy(queries, member)
  if (stopped) return { answer: stopped }
  const priced = await priceOfOrder(queries, settings(), member, { ...asked, method: 'directdebit' }, now())
  if (isRefusal(priced)) return { answer: priced }
  const answer = await payerRefusal(deps, queries, settings(), { id, userId: member, ...payer }, now())
  return answer ? { answer } : { answer: null, before, priced }
}

const storeForm = async (
  deps: Needs,
  tx: Tx,
  member: number,
  asked: DebitRequest,
  payer: Payer,
): Promise<DebitAnswer | Refusal> => {
  const { now, random } = deps
  const { client_id: id, account_holder, street, house_number, zip, city } = asked
  const at = now()
  const checked = await checkForm(deps, tx, member, asked, payer)
  if (checked.answer) return checked.answer
  const { before, priced } = checked

  const row = {
    id,
    userId: member,
    credits: priced.credits,
    amount: priced.amount,
    currency: priced.currency,
    discountCode: asked.code ?? null,
    accountHolder: account_holder,
    ...payer,
    street,
    houseNumber: house_number,
    zip,
    city,
    mandate: before?.mandate ?? mandateReference(random, at),
    // The job that sends the code creates it, so the plain code exists only on the phone.
    codeHash: '',
    failures: 0,
    createdAt: at,
  }
  await tx.directDebits.put(row)
  await tx.jobs.add({ kind: 'sms.direct_debit', payload: { directdebit: id }, uniqueKey: `sms.direct_debit:${id}` }, at)
  return startedOf(row)
}

const startedOf = ({
  id,
  phone,
  iban,
  mandate,
}: Pick<DirectDebitRow, 'id' | 'phone' | 'iban' | 'mandate'>): DebitAnswer => ({
  directdebit: id,
  phone: shownPhone(phone),
  iban: shownIban(iban),
  mandate,
})

/** Letters and digits that cannot be confused with each other. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Unique, and readable on a bank statement (at most 35 signs of a small alphabet): `DD-260615-7KQ2M9XA`. */
const mandateReference = (random: (count: number) => Uint8Array, now: number): string => {
  const day = new Date(now).toISOString().slice(2, 10).replaceAll('-', '')
  const letters = [...random(8)].map((byte) => LETTERS.charAt(byte % LETTERS.length))
  return `DD-${day}-${letters.join('')}`
}
