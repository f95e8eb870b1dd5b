/** Asks a visitor to log in before what only members can do [LIKE-8], [CHAT-13]. */
import { signal } from '@preact/signals-react'
import { rememberPlace } from './return-place.ts'

export type LoginReason = 'like' | 'chat' | 'photos' | 'gift'

/** Why the question is on the screen, or null. */
export const loginPrompt = signal<LoginReason | null>(null)

/** The address that was typed last in a form at the door: the next form knows it already. */
export const typedEmail = signal('')

export const askLogin = (reason: LoginReason): void => {
  rememberPlace()
  loginPrompt.value = reason
}
