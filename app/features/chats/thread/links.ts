/** Finds web addresses in messages. Text stays text: nothing here is ever parsed as HTML. */

export type TextPart = { text: string; href: string | null }

/** A mark of direction would show an address backwards, so it ends one. */
const ADDRESS = /https?:\/\/[^\s<>"“”«»\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu
const ENDS_SENTENCE = /[.,!?;:'’…]$/u
const BRACKETS = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
] as const

export const partsOf = (text: string): TextPart[] => {
  const parts: TextPart[] = []
  let from = 0
  for (const match of text.matchAll(ADDRESS)) {
    const address = withoutTail(match[0])
    const href = safeHref(address)
    if (href === null) continue
    if (match.index > from) parts.push({ text: text.slice(from, match.index), href: null })
    parts.push({ text: address, href })
    from = match.index + address.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null })
  return parts
}

/** Only http and https, without a user name or password: those disguise one site as another. */
const safeHref = (address: string): string | null => {
  // Safari before 18 has no `URL.parse`.
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null
  return url.username === '' && url.password === '' ? url.href : null
}

/** Removes the punctuation that ends the sentence; a bracket stays if the address opened it. */
const withoutTail = (address: string): string => {
  const shorter = address.slice(0, -1)
  if (ENDS_SENTENCE.test(address)) return withoutTail(shorter)
  const bracket = BRACKETS.find(([, close]) => address.endsWith(close))
  if (bracket && count(address, bracket[0]) < count(address, bracket[1])) return withoutTail(shorter)
  return address
}

const count = (text: string, sign: string): number => text.split(sign).length - 1
