/** Finds web addresses in what people write. Text stays text: nothing here is ever read as HTML. */

export type TextPart = { text: string; href: string | null }

const ADDRESS = /https?:\/\/[^\s<>"“”«»]+/giu
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

/** Only http and https, and no name or password in front of the host: that is how one site is dressed up as another. */
const safeHref = (address: string): string | null => {
  const url = URL.parse(address)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null
  return url.username === '' && url.password === '' ? url.href : null
}

/** What ends the sentence, not the address; a bracket stays where the address itself opened it. */
const withoutTail = (address: string): string => {
  const shorter = address.slice(0, -1)
  if (ENDS_SENTENCE.test(address)) return withoutTail(shorter)
  const bracket = BRACKETS.find(([, close]) => address.endsWith(close))
  if (bracket && count(address, bracket[0]) < count(address, bracket[1])) return withoutTail(shorter)
  return address
}

const count = (text: string, sign: string): number => text.split(sign).length - 1
