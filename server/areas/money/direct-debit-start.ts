/** Stores the form of a direct debit, and queues the SMS code that confirms it [PAY-10]. Nothing is debited yet. */
import type { CallAnswer, CallParsed } from '#contract/calls.ts'
import type { FieldError } from '#contract/errors.ts'
import type { Deps, Tx } from '../../deps.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import { ibanOf, phoneOf, shownIban, shownPhone, payerRefusal } from './direct-debit-payer.ts'
import type { DirectDebitRow } from './direct-debit-queries.ts'
import { offeredMethods } from './methods.ts'
import { priceOfOrder } from './price-of-order.ts'
import { marketOf } from './terms.ts'
import { mayNotBuy } from './write-payment.ts'

type Asked = CallParsed<'directdebit.start'>['body']
type Started = CallAnswer<'directdebit.start'>
type Payer = { iban: string; phone: string }

/** A repeat (another phone, a code that did not arrive) is the same direct debit with another code. */
export const startDirectDebit = async (
  deps: Pick<
    Deps,
    'env' | 'read' | 'write' | 'settings' | 'now' | 'random' | 'rates' | 'log' | 'payments' | 'identityKey'
  >,
  member: number,
  asked: Asked,
): Promise<Started | Refusal> => {
  const buyer = await deps.read.discounts.buyer(member)
  if (!buyer) return refuse('not_found')
  const payer = payerOf(asked, buyer.country)
  if (isRefusal(payer)) return payer
  const market = marketOf(deps.settings(), buyer.country)
  const methods = await offeredMethods(deps, market, asked.price)
  // Banks in the Single Euro Payments Area debit only euros.
  if (market.currency !== 'EUR' || !methods.includes('directdebit')) return refuse('method_unavailable')
  return deps.write((tx) => put(deps, tx, member, asked, payer))
}

const payerOf = ({ iban, phone }: Asked, country: string): Payer | Refusal => {
  const payer = { iban: ibanOf(iban), phone: phoneOf(phone, country) }
  if (payer.iban !== null && payer.phone !== null) return { iban: payer.iban, phone: payer.phone }
  const fields: Record<string, FieldError> = {
    ...(payer.iban === null ? { iban: 'iban_invalid' } : {}),
    ...(payer.phone === null ? { phone: 'phone_invalid' } : {}),
  }
  return refuse('invalid_input', { fields })
}

const put = async (
  deps: Pick<Deps, 'settings' | 'now' | 'random' | 'rates' | 'identityKey'>,
  tx: Tx,
  member: number,
  asked: Asked,
  payer: Payer,
): Promise<Started | Refusal> => {
  const { settings, now, random, rates } = deps
  const { client_id: id, account_holder, street, house_number, zip, city } = asked
  const at = now()
  const before = await tx.directDebits.directDebit(id)
  if (before && before.userId !== member) return refuse('not_found')
  // The code was right but its answer was lost: return the same answer.
  if (before && before.confirmedAt !== null) return startedOf(before)

  const stopped = await mayNotBuy(tx, member)
  if (stopped) return stopped
  const priced = await priceOfOrder(tx, settings(), member, { ...asked, method: 'directdebit' }, at)
  if (isRefusal(priced)) return priced
  const refused = await payerRefusal(deps, tx, settings(), { id, userId: member, ...payer }, at)
  const limited = refused ?? rates('sms', member) ?? rates('sms', payer.phone)
  if (limited) return limited

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
  tx.jobWaits()
  return startedOf(row)
}

const startedOf = ({
  id,
  phone,
  iban,
  mandate,
}: Pick<DirectDebitRow, 'id' | 'phone' | 'iban' | 'mandate'>): Started => ({
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
