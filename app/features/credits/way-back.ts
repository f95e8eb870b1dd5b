/** The screen where credits or Premium were needed: after buying, a link leads back to it. Deleted at logout. */
import { placeOf } from '../../shell/routes.ts'
import { isPlace } from '../../state/return-place.ts'

const KEY = 'credits-from'
const CHATS: ReadonlySet<string> = new Set(['members-id-chat', 'chats-id', 'chats'])

export type WayBack = { path: string; isChat: boolean }

/** Called by the links that lead to credits or Premium. */
export const noteWayBack = (): void => {
  try {
    sessionStorage.setItem(KEY, location.pathname + location.search)
  } catch {
    // Without storage the member continues at search.
  }
}

export const wayBack = (): WayBack | null => {
  try {
    return wayBackOf(sessionStorage.getItem(KEY))
  } catch {
    return null
  }
}

/** Accepts only a path of one of our screens. */
export const wayBackOf = (text: string | null): WayBack | null => {
  if (!isPlace(text)) return null
  const place = placeOf(text.split(/[?#]/)[0] ?? '')
  return place && { path: text, isChat: CHATS.has(place.route) }
}
