/**
 * A direct debit that was begun stays over a reload (reading the SMS can cost the page its life on a phone), in this tab
 * alone, and goes with the member [PWA-11]. The IBAN is never among it.
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

/** The form was taken: what it is for, and where the code went. */
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
  /** Of the payment: however often the form is sent, it is one. */
  id: ClientId,
  payer: v.nullable(Payer),
  sent: v.nullable(Sent),
})
export type Debit = v.InferOutput<typeof Debit>

export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A browser may refuse its store: then nothing is kept, and nothing breaks. */
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
    // Without storage a reload begins anew.
  }
}

/** It came to an end, or its member has left. */
export const dropDebit = (store: () => Store): void => {
  try {
    store().removeItem(KEY)
  } catch {
    // Then nothing was stored either.
  }
}
