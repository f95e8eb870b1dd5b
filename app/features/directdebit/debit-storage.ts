/**
 * A direct debit that was begun survives a reload: a phone may close the page while the payer reads the SMS. It is
 * stored in this tab only and deleted at logout [PWA-11]. The IBAN is never stored.
 */
import * as v from 'valibot'
import { Currency, PackageId } from '#contract/entities/money.ts'
import { ClientId, Count, Timestamp } from '#contract/fields.ts'
import type { TextStore } from '../../ports/text-store.ts'
import { DEBIT_KEY } from '../credits/purchase-storage.ts'

const Payer = v.object({
  account_holder: v.string(),
  street: v.string(),
  house_number: v.string(),
  zip: v.string(),
  city: v.string(),
  phone: v.string(),
})
export type Payer = v.InferOutput<typeof Payer>

/** The accepted form: its order, and the phone that got the code. */
const SentCode = v.object({
  package: PackageId,
  credits: Count,
  price: Count,
  currency: Currency,
  code: v.nullable(v.string()),
  phone: v.string(),
  iban: v.string(),
  mandate: v.string(),
  at: Timestamp,
})
export type SentCode = v.InferOutput<typeof SentCode>

const Debit = v.object({
  /** The id of the payment: repeated submits are one payment. */
  id: ClientId,
  payer: v.nullable(Payer),
  sent: v.nullable(SentCode),
})
export type Debit = v.InferOutput<typeof Debit>

export const loadDebit = (store: TextStore): Debit | null => {
  const parsed = v.safeParse(Debit, store.getJson(DEBIT_KEY))
  return parsed.success ? parsed.output : null
}

export const storeDebit = (store: TextStore, debit: Debit): void => store.set(DEBIT_KEY, JSON.stringify(debit))

/** The direct debit is over, or its member has logged out. */
export const dropDebit = (store: TextStore): void => store.remove(DEBIT_KEY)
