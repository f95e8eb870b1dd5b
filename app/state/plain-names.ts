/** Compares names with words as people type them: without accents, and without letters that a keyboard may lack. */

/** Letters that Unicode does not divide into a plain letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = { ł: 'l', ß: 'ss', ø: 'o', œ: 'oe' }

/** No accents, no capitals. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[łßøœ]/g, (letter) => LETTERS[letter] ?? letter)

/** The form of an address: a hyphen for everything else. */
export const slugOf = (name: string): string =>
  plainName(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
