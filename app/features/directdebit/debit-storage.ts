/**
 * A direct debit that was begun survives a reload: a phone may close the page while the payer reads the SMS. It is
 * stored in this tab only and deleted at logout [PWA-11]. The IBAN is never stored.
 */
import * as v from 'valibot'
import { Currency, PackageId } from '#contract/entities/money.ts'
import { ClientId, Count, Timestamp } from '#contract/fields.ts'

export const KEY = 'direct-debit'

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
const Sent = v.object({
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
export type Sent = v.InferOutput<typeof Sent>

const Debit = v.object({
  /** The id of the payment: repeated submits are one payment. */
  id: ClientId,
  payer: v.nullable(Payer),
  sent: v.nullable(Sent),
})
export type Debit = v.InferOutput<typeof Debit>

export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A browser may refuse its store: then nothing is stored, and nothing breaks. */
export const loadDebit = (store: () => Store): Debit | null => {
  try {
    const parsed = v.safeParse(Debit, JSON.parse(store().getItem(KEY) ?? 'null'))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

export const keepDebit = (store: () => Store, debit: Debit): void => {
  try {
    store().setItem(KEY, JSON.stringify(debit))
  } catch {
    // Without storage a reload starts with an empty form.
  }
}

/** The direct debit is over, or its member has logged out. */
export const dropDebit = (store: () => Store): void => {
  try {
    store().removeItem(KEY)
  } catch {
    // A browser that refuses the removal has stored nothing either.
  }
}
