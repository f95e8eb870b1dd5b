/**
 * A visitor's first message to the member of the lander [ACC-1]: it goes with the signup and is sent once the address
 * is confirmed. Stored in this tab for a reload, and deleted at logout.
 */
import type { CallInput } from '#contract/calls.ts'
import { parseJson } from '#contract/json.ts'

export type FirstMessage = { profile: number; name: string; fictional: boolean; text: string }

export const firstMessageOf = (stored: string | null): FirstMessage | null => {
  const message = parseJson(stored ?? 'null')?.value
  return isFirstMessage(message) ? message : null
}

/** Checked without a schema library, because landers load this module. */
const isFirstMessage = (stored: unknown): stored is FirstMessage =>
  typeof stored === 'object' &&
  stored !== null &&
  'profile' in stored &&
  typeof stored.profile === 'number' &&
  Number.isSafeInteger(stored.profile) &&
  stored.profile > 0 &&
  'name' in stored &&
  typeof stored.name === 'string' &&
  'fictional' in stored &&
  typeof stored.fictional === 'boolean' &&
  'text' in stored &&
  typeof stored.text === 'string'

/** The message as part of the signup's input; empty without a text. */
export const messageInput = (
  message: FirstMessage | null,
): Pick<CallInput<'signup'>['body'], 'signup_message' | 'signup_profile'> =>
  message && message.text.trim() !== '' ? { signup_message: message.text.trim(), signup_profile: message.profile } : {}
