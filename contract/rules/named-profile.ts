/** Finds the profile that a person names in a notice: by its number, or by any link to it (DSA art. 16.2.b). */

const NUMBER = /^#?([1-9]\d{0,14})$/
const LINK = /^(?:https?:\/\/[^/\s]+)?\/?(?:members|likes\/m)\/([1-9]\d{0,14})(?:[/?#]\S*)?$/i

/** @returns the number, or null if the text names no profile */
export const namedProfile = (text: string): number | null => {
  const found = (NUMBER.exec(text.trim()) ?? LINK.exec(text.trim()))?.[1]
  return found === undefined ? null : Number(found)
}
