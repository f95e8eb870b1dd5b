/**
 * Where a visitor was when asked to log in or join: there they are led again as a member [LIKE-8], [CHAT-13]; without
 * such a place, to search [SHELL-14]. It survives the reloads of a signup, in this tab alone.
 */
const KEY = 'return-place'

/** A path of this site: one slash, and no second one that would name another host. */
export const isPlace = (text: string | null): text is string => text !== null && /^\/(?![/\\])/.test(text)

export const rememberPlace = (): void => returnTo(location.pathname + location.search)

/** Where to lead them instead of where they are. */
export const returnTo = (place: string): void => {
  try {
    sessionStorage.setItem(KEY, place)
  } catch {
    // Without storage one begins at search.
  }
}

/** Null where nobody was asked anywhere. */
export const placeToReturn = (): string | null => {
  try {
    const place = sessionStorage.getItem(KEY)
    return isPlace(place) ? place : null
  } catch {
    return null
  }
}

export const forgetReturn = (): void => {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Then nothing was stored either.
  }
}
