/** Asks a visitor to log in before what only members can do [LIKE-8], [CHAT-13]. */
import { signal } from '@preact/signals-react'

export type LoginReason = 'like' | 'chat'

/** Why the question is on the screen, or null. */
export const loginPrompt = signal<LoginReason | null>(null)

export const askLogin = (reason: LoginReason): void => {
  loginPrompt.value = reason
}
