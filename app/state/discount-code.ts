/**
 * The discount code that was entered or came with an address (`?code=`). It stays while the payer is away at the bank,
 * over reloads and over a signup, until it is taken away; and it goes with the member [PWA-11].
 */
import { signal } from '@preact/signals-react'

const KEY = 'discount-code'
const LENGTH_MAX = 40

export type CodeStore = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const pageStore: CodeStore = () => localStorage

/** A code as it is compared: without blanks around it, in capitals. Null for what can be none. */
export const codeOf = (text: string | null): string | null => {
  const code = (text ?? '').trim().toUpperCase()
  return code === '' || code.length > LENGTH_MAX ? null : code
}

/** What an address says of a code, and its question without that; null where it says nothing. */
export const codeInSearch = (search: string): { code: string | null; rest: string } | null => {
  const asked = new URLSearchParams(search)
  if (!asked.has('code')) return null
  const code = codeOf(asked.get('code'))
  asked.delete('code')
  return { code, rest: asked.toString() }
}

/** A browser may refuse its store: then a code lasts as long as the page. */
export const keptCode = (store: CodeStore = pageStore): string | null => {
  try {
    return codeOf(store().getItem(KEY))
  } catch {
    return null
  }
}

/** The code in use, or null: `value` of the row that takes one. */
export const discountCode = signal<string | null>(keptCode())

/** `onChange` of that row; null takes the code away. */
export const setDiscountCode = (wanted: string | null, store: CodeStore = pageStore): void => {
  discountCode.value = wanted
  try {
    if (wanted === null) store().removeItem(KEY)
    else store().setItem(KEY, wanted)
  } catch {
    // It stays as long as the page.
  }
}
