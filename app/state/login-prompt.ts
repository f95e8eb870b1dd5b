/** Asks a visitor to log in before an action that is for members only [LIKE-8], [CHAT-13], and remembers the place to return to. */
import { signal } from '@preact/signals-react'
import { tabStore } from '../ports/text-store.ts'
import { isOwnPath } from '#contract/device.ts'
import { onMemberForgotten } from './session.ts'

export type LoginReason = 'like' | 'chat' | 'photos' | 'gift'

/** The reason the login dialog is open, or null. */
export const loginPrompt = signal<LoginReason | null>(null)

/** The mail address typed last in a login or signup form, so the next form starts with it. */
export const typedEmail = signal('')

onMemberForgotten(() => {
  typedEmail.value = ''
})

/** The sessionStorage key under which signup finds the profile that the visitor wanted to write to [ACC-1]. */
export const FIRST_MESSAGE_KEY = 'signup-message'

/** @param to the profile that the visitor wanted to write to, if any */
export const askLogin = (reason: LoginReason, to?: { id: number; name: string; fictional: boolean }): void => {
  rememberPlace()
  if (to) {
    const { id, name, fictional } = to
    tabStore.set(FIRST_MESSAGE_KEY, JSON.stringify({ profile: id, name, fictional, text: '' }))
  }
  loginPrompt.value = reason
}

const RETURN_KEY = 'return-place'

/**
 * Remembers the current place: as a member the visitor returns to it, and without such a place goes to search [SHELL-14]. It survives the
 * reloads of a signup, in this tab alone.
 */
export const rememberPlace = (): void => returnTo(location.pathname + location.search + location.hash)

/** Sets another place to return to than the current one. */
export const returnTo = (place: string): void => tabStore.set(RETURN_KEY, place)

/** Null if no place was stored. */
export const placeToReturn = (): string | null => {
  const place = tabStore.get(RETURN_KEY)
  return place !== null && isOwnPath(place) ? place : null
}

export const forgetReturn = (): void => tabStore.remove(RETURN_KEY)
