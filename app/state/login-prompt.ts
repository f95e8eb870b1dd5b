/** Asks a visitor to log in before an action that is for members only [LIKE-8], [CHAT-13]. */
import { signal } from '@preact/signals-react'
import { tabStore } from '../ports/text-store.ts'
import { rememberPlace } from './return-place.ts'

export type LoginReason = 'like' | 'chat' | 'photos' | 'gift'

/** The reason the login dialog is open, or null. */
export const loginPrompt = signal<LoginReason | null>(null)

/** The mail address typed last in a login or signup form, so the next form starts with it. */
export const typedEmail = signal('')

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
