/** The SMS code of a direct debit signs its mandate. The payment and the debit begin only then [PAY-10]. */
import type { CallParsed } from '#contract/calls.ts'
import { MINUTE_MS, SMS_CODE_MINUTES } from '#contract/limits.ts'
import type { Deps, Tx } from '../../deps.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import { freeDiscount, resume } from './create-payment.ts'
import type { DirectDebitRow } from './direct-debit-queries.ts'
import { payerRefusal } from './direct-debit-payer.ts'
import type { PaymentRow } from './payment-queries.ts'
import { writePayment } from './write-payment.ts'
import { hashToken } from '../../http/caller.ts'

/** A repeat returns the same payment, and sends it to the provider if that has not happened yet. */
export const confirmDirectDebit = async (
  deps: Deps,
  member: number,
  { directdebit, sms_code, begin }: CallParsed<'directdebit.confirm'>['body'],
): Promise<PaymentRow | Refusal> => {
  const form = await deps.read.directDebits.directDebit(directdebit)
  const isOwn = form?.userId === member && form.confirmedAt === null
  const shown = isOwn ? await freeDiscount(deps, member, purchaseOf(form), form.createdAt) : null
  const payment = await deps.write((tx) => accept(deps, tx, member, { directdebit, sms_code, begin, shown }))
  return isRefusal(payment) ? payment : resume(deps, payment)
}

/** Counts and compares in one transaction, so that parallel guesses all count. */
const accept = async (
  deps: Deps,
  tx: Tx,
  member: number,
  {
    directdebit: id,
    sms_code: code,
    begin,
    shown,
  }: CallParsed<'directdebit.confirm'>['body'] & { shown: Refusal | null },
): Promise<PaymentRow | Refusal> => {
  const now = deps.now()
  const row = await tx.directDebits.directDebit(id)
  if (row?.userId !== member) return refuse('not_found')
  if (row.confirmedAt !== null) return (await tx.payments.byId(id)) ?? refuse('not_found')
  if (isOver(row, now)) return refuse('link_invalid')
  if (codeHash(id, code.replaceAll(/\s/g, '')) !== row.codeHash) {
    await tx.directDebits.addFailure(id)
    return refuse(row.failures + 1 < CODE_FAILURES_MAX ? 'sms_code_invalid' : 'link_invalid')
  }
  // Other debits from this account may have been made since the form was sent.
  const refused = await payerRefusal(deps, tx, deps.settings(), row, now)
  if (refused) return refused
  const who = { provider: deps.payments.name, member, at: now, pricedAt: row.createdAt, shown }
  const payment = await writePayment(tx, deps, who, { ...purchaseOf(row), begin })
  if (!isRefusal(payment)) await tx.directDebits.confirm(id, now)
  return payment
}

const isOver = ({ createdAt, failures }: DirectDebitRow, now: number): boolean =>
  now >= createdAt + SMS_CODE_MINUTES * MINUTE_MS || failures >= CODE_FAILURES_MAX

/** The payment has the same id as its direct debit. */
const purchaseOf = ({ id, credits, amount, currency, discountCode }: DirectDebitRow) => ({
  client_id: id,
  package: String(credits),
  price: amount,
  currency,
  ...(discountCode === null ? {} : { code: discountCode }),
  method: 'directdebit' as const,
  remember: false,
  repeated: false,
})

/** The number of wrong codes that ends a direct debit. */
const CODE_FAILURES_MAX = 5

const DIGITS = 1_000_000
const BYTES = 4
/** Rejecting numbers from here on makes each of the million codes equally likely. */
const FAIR = 2 ** (8 * BYTES) - (2 ** (8 * BYTES) % DIGITS)

export const newCode = (random: (count: number) => Uint8Array): string => {
  for (;;) {
    const drawn = Buffer.from(random(BYTES)).readUInt32BE()
    if (drawn < FAIR) return String(drawn % DIGITS).padStart(6, '0')
  }
}

/** The hash includes the direct debit, so the same code elsewhere has another hash. */
export const codeHash = (directDebit: string, code: string): string => hashToken(`${directDebit} ${code}`)
