/**
 * The place where a visitor was asked to log in or join. As a member they return to it [LIKE-8], [CHAT-13]; without such a place
 * they go to search [SHELL-14]. It survives the reloads of a signup, in this tab alone.
 */
const KEY = 'return-place'

/** A path of this site: one slash, and no second one that would name another host. */
export const isPlace = (text: string | null): text is string => text !== null && /^\/(?![/\\])/.test(text)

export const rememberPlace = (): void => returnTo(location.pathname + location.search)

/** Sets another place to return to than the current one. */
export const returnTo = (place: string): void => {
  try {
    sessionStorage.setItem(KEY, place)
  } catch {
    // Without storage, members begin at search.
  }
}

/** Null if no place was stored. */
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
    // Without storage, nothing was stored either.
  }
}
