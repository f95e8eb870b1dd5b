/**
 * The place where a visitor was asked to log in or join. As a member they return to it [LIKE-8], [CHAT-13]; without such a place
 * they go to search [SHELL-14]. It survives the reloads of a signup, in this tab alone.
 */
import { isOwnPath } from '#contract/device.ts'
import { tabStore } from '../ports/text-store.ts'

const KEY = 'return-place'

export const rememberPlace = (): void => returnTo(location.pathname + location.search + location.hash)

/** Sets another place to return to than the current one. */
export const returnTo = (place: string): void => tabStore.set(KEY, place)

/** Null if no place was stored. */
export const placeToReturn = (): string | null => {
  const place = tabStore.get(KEY)
  return place !== null && isOwnPath(place) ? place : null
}

export const forgetReturn = (): void => tabStore.remove(KEY)
