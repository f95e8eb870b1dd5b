/** The time in ms when the warning at the entry was dismissed on this device [SITE-5], stored without a cookie. */
const KEY = 'entry-warning-at'

/** The dismissal of this visit, if the browser refuses to store it. */
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
    // Full or forbidden: the next visit shows the warning again.
  }
}
