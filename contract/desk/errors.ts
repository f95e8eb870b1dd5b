/**
 * The closed list of errors that a call of the desk can answer with, each with its HTTP status. It is apart from the
 * members' list, so that nothing of it reaches a member's bytes [DESK-16].
 */
import type { FieldError } from '../errors.ts'
import type { StaffRole } from './roles.ts'

export const DESK_ERROR_STATUS = {
  invalid_json: 400,
  invalid_input: 400,
  login_failed: 401,
  /** No session, or one that has ended, also by 15 minutes without use. */
  staff_login_required: 401,
  /** The password was right, and the second factor, its setup or a new password is still missing. */
  second_factor_required: 403,
  code_wrong: 403,
  passkey_refused: 403,
  /** The answer names the roles that have the right. */
  role_required: 403,
  /** Somebody else has to decide: it concerns the caller's own decision or request. */
  own_decision: 403,
  /** Somebody else has to decide: it concerns the caller's own member account. */
  own_account: 403,
  foreign_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  /** The answer names the colleague and the end of the claim. */
  claimed_by_other: 409,
  mail_taken: 409,
  /** Without an owner nobody could manage staff. */
  last_owner: 409,
  /** Without a second factor nobody can log in. */
  last_factor: 409,
  /** The member's or the request's state does not allow the act. */
  not_possible: 409,
  /** Somebody else has changed it since the caller read it. */
  changed_meanwhile: 409,
  /** On the day on which the declaration was received, the time for it was over. */
  withdrawal_over: 409,
  name_taken: 409,
  /** There are clearly more or fewer recipients than the caller has confirmed. */
  recipients_changed: 409,
  /** `note` says in the schema's words why the value does not fit. */
  setting_invalid: 422,
  /** The answer names the colleague who has changed the setting since, and the time. */
  setting_changed_since: 409,
  /** `line` says which line of the file. */
  settlement_unreadable: 422,
  /** `limit` is the number of photos that a profile may have. */
  photo_limit: 409,
  photo_too_large: 413,
  photo_type: 415,
  photo_broken: 422,
  photo_animated: 422,
  photo_too_small: 422,
  photo_dimensions: 422,
  body_too_large: 413,
  rate_limited: 429,
  account_blocked: 429,
  address_blocked: 429,
  server_error: 500,
  shutting_down: 503,
  server_busy: 503,
  server_full: 503,
  photos_unavailable: 503,
} as const

/** The rules of a setting's schema; `form` is a pattern, `other` a rule of one setting alone. */
export const SETTING_RULES = ['kind', 'choice', 'least', 'most', 'shortest', 'longest', 'form', 'other'] as const

export type SettingFault = {
  /** The place in the value: `company.name`; empty for the whole value. */
  path: string
  rule: (typeof SETTING_RULES)[number]
  /** The number of `least` to `longest`, the allowed values of `choice`; else empty. */
  bound: string
}

export type DeskErrorCode = keyof typeof DESK_ERROR_STATUS

export const isDeskErrorCode = (value: unknown): value is DeskErrorCode =>
  typeof value === 'string' && value in DESK_ERROR_STATUS

/** The body of every answer that is not a success. */
export type DeskErrorBody = {
  error: DeskErrorCode
  fields?: Record<string, FieldError>
  /** `rate_limited`, `account_blocked`, `address_blocked`, `server_busy`, `server_full`, `photos_unavailable`: seconds. */
  retry_after?: number
  /** `account_blocked`, `address_blocked`: how long the block lasts. */
  minutes?: number
  /** `role_required`: the roles that may make the call. */
  roles?: readonly StaffRole[]
  /** `claimed_by_other`, `setting_changed_since`: the name of the colleague. */
  by?: string
  /** `claimed_by_other`: the end of the claim in ms since the epoch. */
  until?: number
  /** `setting_changed_since`: the time of the newest change in ms since the epoch. */
  at?: number
  /** `setting_invalid`: the reason, in English. */
  note?: string
  /** `setting_invalid`: the same as codes, for the language on screen. */
  faults?: readonly SettingFault[]
  /** `photo_limit`: the number of photos; `photo_too_small` and similar: the bound. */
  limit?: number
  /** `settlement_unreadable`: the line, from 1; 0 for the whole text. */
  line?: number
}
