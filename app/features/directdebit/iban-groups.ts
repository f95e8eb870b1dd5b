/** Formats an IBAN in groups of four, as banks print it, while it is typed or pasted. Pure. */

type Typed = { text: string; caret: number }

/** @param caret the position of the cursor; it stays behind the same character */
export const inGroups = ({ text, caret }: Typed): Typed => {
  const before = signsOf(text.slice(0, caret)).length
  // The cursor skips the coming blank: the next character follows the blank.
  return { text: grouped(signsOf(text)), caret: before + Math.floor(Math.max(before - 1, 0) / 4) }
}

const signsOf = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()

const grouped = (signs: string): string => signs.replaceAll(/(.{4})(?=.)/g, '$1 ')
