/**
 * What a visitor wants to write to the member whose page led them here [ACC-1]: it goes with the signup and is sent once
 * the address is confirmed. Kept in this tab for a reload, and gone with the member.
 */
import * as v from 'valibot'
import type { CallInput } from '#contract/calls.ts'
import { Id } from '#contract/fields.ts'

const FirstMessage = v.object({ profile: Id, name: v.string(), fictional: v.boolean(), text: v.string() })
export type FirstMessage = v.InferOutput<typeof FirstMessage>

export const firstMessageOf = (kept: string | null): FirstMessage | null => {
  try {
    const parsed = v.safeParse(FirstMessage, JSON.parse(kept ?? 'null'))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

/** The part of the form it makes; nothing where nothing was written. */
export const messageInput = (
  message: FirstMessage | null,
): Pick<CallInput<'signup'>['body'], 'signup_message' | 'signup_profile'> =>
  message && message.text.trim() !== '' ? { signup_message: message.text.trim(), signup_profile: message.profile } : {}
