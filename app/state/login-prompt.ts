/** Asks a visitor to log in before what only members can do [LIKE-8], [CHAT-13]. */
import { signal } from '@preact/signals-react'
import { rememberPlace } from './return-place.ts'

export type LoginReason = 'like' | 'chat' | 'photos' | 'gift'

/** Why the question is on the screen, or null. */
export const loginPrompt = signal<LoginReason | null>(null)

/** The address that was typed last in a form at the door: the next form knows it already. */
export const typedEmail = signal('')

/** Where signup finds whom the visitor wanted to write to [ACC-1]. */
export const FIRST_MESSAGE_KEY = 'signup-message'

/** @param to whom the visitor wanted to write to, where it was that */
export const askLogin = (reason: LoginReason, to?: { id: number; name: string; fictional: boolean }): void => {
  rememberPlace()
  if (to) keepRecipient(to)
  loginPrompt.value = reason
}

const keepRecipient = ({ id, name, fictional }: { id: number; name: string; fictional: boolean }): void => {
  try {
    sessionStorage.setItem(FIRST_MESSAGE_KEY, JSON.stringify({ profile: id, name, fictional, text: '' }))
  } catch {
    // Without storage one writes as a member.
  }
}
