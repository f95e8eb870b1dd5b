/**
 * The discount code that the payer entered or that came with an address (`?code=`). It survives the visit to the bank, reloads
 * and a signup, until the payer removes it. It is deleted when the member leaves [PWA-11].
 */
import { signal } from '@preact/signals-react'
import { DISCOUNT_CODE_MAX } from '#contract/limits.ts'
import { withoutCopied } from '#contract/rules/typed-text.ts'
import { deviceStore, type TextStore } from '../ports/text-store.ts'

const KEY = 'discount-code'

/** Normalises a code for comparison: in capitals, without anything around it that nobody sees. Null if the text cannot be a code. */
export const codeOf = (text: string | null): string | null => {
  const code = withoutCopied(text ?? '').toUpperCase()
  return code === '' || code.length > DISCOUNT_CODE_MAX ? null : code
}

/** The code in an address's query, and the query without it; null if the query has no code. */
export const codeInSearch = (search: string): { code: string | null; query: string } | null => {
  const asked = new URLSearchParams(search)
  if (!asked.has('code')) return null
  const code = codeOf(asked.get('code'))
  asked.delete('code')
  return { code, query: asked.toString() }
}

/** The code that this device has stored, or null. */
export const storedCode = (store: TextStore = deviceStore): string | null => codeOf(store.get(KEY))

/** The code in use, or null. */
export const discountCode = signal<string | null>(storedCode())

/** Uses and stores a code; null removes it. Without storage the signal keeps it until the page is closed. */
export const setDiscountCode = (wanted: string | null, store: TextStore = deviceStore): void => {
  discountCode.value = wanted
  if (wanted === null) store.remove(KEY)
  else store.set(KEY, wanted)
}
