/**
 * The discount code that the payer entered or that came with an address (`?code=`). It survives the visit to the bank, reloads
 * and a signup, until the payer removes it. It is deleted when the member leaves [PWA-11].
 */
import { signal } from '@preact/signals-react'

const KEY = 'discount-code'
const LENGTH_MAX = 40

export type CodeStore = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const pageStore: CodeStore = () => localStorage

/** Normalises a code for comparison: trimmed and in capitals. Null if the text cannot be a code. */
export const codeOf = (text: string | null): string | null => {
  const code = (text ?? '').trim().toUpperCase()
  return code === '' || code.length > LENGTH_MAX ? null : code
}

/** The code in an address's query, and the query without it; null if the query has no code. */
export const codeInSearch = (search: string): { code: string | null; query: string } | null => {
  const asked = new URLSearchParams(search)
  if (!asked.has('code')) return null
  const code = codeOf(asked.get('code'))
  asked.delete('code')
  return { code, query: asked.toString() }
}

/** The code in localStorage; null if the browser refuses access. */
export const storedCode = (store: CodeStore = pageStore): string | null => {
  try {
    return codeOf(store().getItem(KEY))
  } catch {
    return null
  }
}

/** The code in use, or null. */
export const discountCode = signal<string | null>(storedCode())

/** Uses and stores a code; null removes it. */
export const setDiscountCode = (wanted: string | null, store: CodeStore = pageStore): void => {
  discountCode.value = wanted
  try {
    if (wanted === null) store().removeItem(KEY)
    else store().setItem(KEY, wanted)
  } catch {
    // The signal keeps the code until the page is closed.
  }
}
