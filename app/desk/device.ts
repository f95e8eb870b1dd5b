/** Choices that this device remembers for the desk: the language and the switch of the single keys. */
const PREFIX = 'desk.'

/** Null if nothing is stored, or if the browser refuses storage. */
export const storedText = (name: string): string | null => {
  try {
    return localStorage.getItem(`${PREFIX}${name}`)
  } catch {
    return null
  }
}

export const storeText = (name: string, text: string): void => {
  try {
    localStorage.setItem(`${PREFIX}${name}`, text)
  } catch {
    // The choice then lasts until the page is closed.
  }
}
