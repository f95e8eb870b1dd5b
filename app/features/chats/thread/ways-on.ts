/** What a member can do about a message that was refused [CHAT-6], [PWA-3]. */
import type { ErrorCode } from '#contract/errors.ts'

export type WayOn = 'credits' | 'retry' | 'edit' | 'discard'

const USUAL: readonly WayOn[] = ['retry', 'edit', 'discard']

const SPECIAL: Partial<Record<ErrorCode, readonly WayOn[]>> = {
  not_enough_credits: ['credits', ...USUAL],
  // Nothing that is written here can arrive, however often it is tried.
  blocked: ['discard'],
  recipient_deleted: ['discard'],
  self_not_allowed: ['discard'],
  not_found: ['discard'],
  // The same text would be refused again.
  invalid_input: ['edit', 'discard'],
  invalid_json: ['edit', 'discard'],
  body_too_large: ['edit', 'discard'],
}

export const waysOn = (error: ErrorCode): readonly WayOn[] => SPECIAL[error] ?? USUAL
