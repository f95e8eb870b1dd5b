/**
 * Whether the last session of this browser was a member's. It is known before the session is, so data can be preloaded for members
 * alone. It names nobody and proves nothing.
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
    // Without storage nothing is preloaded.
  }
}
