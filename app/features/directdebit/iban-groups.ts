/** An IBAN as banks print it, in groups of four, while it is typed or pasted. Pure. */

type Typed = { text: string; caret: number }

/** @param caret where the cursor stands; it stays behind the same sign */
export const inGroups = ({ text, caret }: Typed): Typed => {
  const before = signsOf(text.slice(0, caret)).length
  // A blank that is about to come is passed over: the next sign stands behind it.
  return { text: grouped(signsOf(text)), caret: before + Math.floor(Math.max(before - 1, 0) / 4) }
}

const signsOf = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()

const grouped = (signs: string): string => signs.replaceAll(/(.{4})(?=.)/g, '$1 ')
