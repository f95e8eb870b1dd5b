/**
 * A visitor's first message to the member of the lander [ACC-1]: it goes with the signup and is sent once the address
 * is confirmed. Stored in this tab for a reload, and deleted at logout.
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

/** Checked without a schema library, because landers load this module. */
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

/** The message as part of the signup's input; empty without a text. */
export const messageInput = (
  message: FirstMessage | null,
): Pick<CallInput<'signup'>['body'], 'signup_message' | 'signup_profile'> =>
  message && message.text.trim() !== '' ? { signup_message: message.text.trim(), signup_profile: message.profile } : {}
