/**
 * Whether the last session of this browser belonged to a member. This is known before the session, so that only a member's data
 * is prefetched. The stored value names nobody and grants no access.
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
  if (wasMemberHere() === isHere) return
  try {
    if (isHere) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage nothing is preloaded.
  }
}
