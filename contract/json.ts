/**
 * Reads a text that may be no JSON.
 * @returns the value in an object, because `null` is a value, too; null if the text is no JSON
 */
export const parseJson = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}
