/**
 * What a visitor wants to write to the member whose page led them here [ACC-1]: it goes with the signup and is sent once
 * the address is confirmed. Kept in this tab for a reload, and gone with the member.
 */
import type { CallInput } from '#contract/calls.ts'

export type FirstMessage = { profile: number; name: string; fictional: boolean; text: string }

export const firstMessageOf = (kept: string | null): FirstMessage | null => {
  try {
    const message: unknown = JSON.parse(kept ?? 'null')
    return isFirstMessage(message) ? message : null
  } catch {
    return null
  }
}

/** Looked at without a schema, since landers wait for it. */
const isFirstMessage = (kept: unknown): kept is FirstMessage =>
  typeof kept === 'object' &&
  kept !== null &&
  'profile' in kept &&
  typeof kept.profile === 'number' &&
  Number.isSafeInteger(kept.profile) &&
  kept.profile > 0 &&
  'name' in kept &&
  typeof kept.name === 'string' &&
  'fictional' in kept &&
  typeof kept.fictional === 'boolean' &&
  'text' in kept &&
  typeof kept.text === 'string'

/** The part of the form it makes; nothing where nothing was written. */
export const messageInput = (
  message: FirstMessage | null,
): Pick<CallInput<'signup'>['body'], 'signup_message' | 'signup_profile'> =>
  message && message.text.trim() !== '' ? { signup_message: message.text.trim(), signup_profile: message.profile } : {}
