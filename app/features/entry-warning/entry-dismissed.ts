/** When the warning at the entry was put away on this device [SITE-5]: in ms, kept where no cookie is needed. */
const KEY = 'entry-warning-at'

/** For this visit, where the browser keeps nothing. */
let here: number | null = null

export const entryDismissedAt = (): number | null => {
  try {
    const text = localStorage.getItem(KEY)
    return text === null ? here : Number(text)
  } catch {
    return here
  }
}

export const dismissEntry = (at: number): void => {
  here = at
  try {
    localStorage.setItem(KEY, String(at))
  } catch {
    // Full or forbidden: it is asked again on the next visit.
  }
}
