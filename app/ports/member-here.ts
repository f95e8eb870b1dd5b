/**
 * Whether a member was here last, said before the worker can say who is: what is asked ahead is asked for them alone. Names
 * nobody, and is no proof of anything.
 */
const KEY = 'member-here'

export const wasMemberHere = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

export const noteMemberHere = (isHere: boolean): void => {
  try {
    if (isHere) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage nothing is asked ahead.
  }
}
