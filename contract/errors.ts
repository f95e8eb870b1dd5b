/** The closed list of errors a call can answer with, each with its HTTP status. One text per language: `error.<code>`. */
export const ERROR_STATUS = {
  invalid_json: 400,
  invalid_input: 400,
  request_type_missing: 400,
  self_not_allowed: 400,
  login_failed: 401,
  /** The passkey's answer does not fit, is too old, or was used before [ACC-20]. */
  passkey_refused: 401,
  /** No account has this passkey: it was removed, or its account was deleted. */
  passkey_unknown: 401,
  not_enough_credits: 402,
  authentication_required: 403,
  foreign_origin: 403,
  blocked: 403,
  blocking: 403,
  /** The desk has restricted the member: nobody can be contacted, or only whoever already was [DESK-7]. */
  contact_restricted: 403,
  begin_restricted: 403,
  /** The desk has suspended or banned the member, who keeps a few rights (`rules/may-act.ts`). */
  account_suspended: 403,
  /** The member's country requires a check of the age, and the member has not passed it [GUARD-6]. */
  age_check_required: 403,
  /** The member's country requires no check, or not in this way, or the member has passed one. */
  age_way_closed: 409,
  /** The proof of age is not accepted. */
  age_proof_refused: 400,
  /** Only from the device: the browser has stored no cookie of the session that a login began. */
  cookies_blocked: 403,
  signups_closed: 403,
  /** A ban refuses this person [DESK-10]. The text says no more, so that nobody learns about somebody else. */
  signup_refused: 403,
  /** Several people have signed up from this network: the next signup needs a solved proof of work [GUARD-5]. */
  proof_needed: 403,
  consent_required: 403,
  conversation_limit: 403,
  /** An account of this age may begin no more conversations within 24 hours [GUARD-2]. */
  new_conversation_limit: 403,
  photo_locked: 403,
  search_closed: 403,
  not_found: 404,
  email_not_found: 404,
  no_device: 404,
  method_not_allowed: 405,
  email_taken: 409,
  passkey_limit: 409,
  /** Without it the member could not log in any more. */
  last_way_in: 409,
  email_being_deleted: 409,
  photo_limit: 409,
  already_appealed: 409,
  /** The six months after the decision are over [DESK-9]. */
  appeal_over: 410,
  /** A newer write of the same device has replaced this one, so nothing is left to do. */
  superseded: 409,
  /** Only from the device: the server was put back to an earlier state and no longer has this message. */
  message_lost: 410,
  /** Only from the device, in the same way: the server no longer has this photo of the member. */
  photo_lost: 410,
  /** Only from the device: a newer server has refused for a reason that this version does not know [PWA-10]. */
  newer_version_needed: 426,
  discount_not_found: 404,
  discount_used: 409,
  discount_once_per_user: 409,
  discount_first_purchase: 409,
  discount_expired: 410,
  discount_minimum: 409,
  discount_country: 409,
  discount_currency: 409,
  discount_method: 409,
  package_unknown: 404,
  method_unavailable: 409,
  no_stored_method: 409,
  price_changed: 409,
  /** A message costs more credits by now than its sender's screen said [CHAT-15]; `cost` is the price now. */
  cost_changed: 409,
  payment_unknown: 409,
  /** A chargeback of this member waits for the desk, or the desk decided against further purchases [DESK-12]. */
  buying_stopped: 403,
  withdrawal_over: 410,
  iban_blocked: 403,
  phone_blocked: 403,
  sms_code_invalid: 422,
  directdebit_limit: 429,
  /** Nobody answers for fictional profiles on this site at the moment, so writing to them is closed [GUARD-7]. */
  fictional_closed: 403,
  recipient_unconfirmed: 409,
  already_confirmed: 409,
  recipient_deleted: 410,
  link_invalid: 410,
  body_too_large: 413,
  photo_too_large: 413,
  photo_type: 415,
  /** Only from the device: the photo may be intact, but this browser cannot decode a HEIC. */
  photo_heic: 415,
  photo_broken: 422,
  photo_animated: 422,
  /**
   * The end of a photo came, and parts of its beginning are missing. Another attempt asks which (`rules/photo-parts.ts`). Versions that do not
   * know this code try again because of its status.
   */
  photo_parts_missing: 425,
  photo_too_small: 422,
  photo_dimensions: 422,
  rate_limited: 429,
  account_blocked: 429,
  address_blocked: 429,
  reset_limit: 429,
  swipe_limit: 429,
  server_error: 500,
  activation_failed: 502,
  payment_unavailable: 502,
  network_unavailable: 503,
  shutting_down: 503,
  /** More passwords are queued for a check than the server can handle soon. */
  server_busy: 503,
  /** The server's disk is full: nothing is stored, but reads still work [OPS-12]. */
  server_full: 503,
  /** The bucket of the photos does not answer: photos are neither stored nor shown, and everything else works [OPS-8]. */
  photos_unavailable: 503,
  /** Only from the device: it has no space for the data [PWA-13]. */
  storage_full: 507,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** Never empty, as a picklist needs it. */
export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]

/** The reasons to refuse a message of any kind. */
export const MESSAGE_ERRORS = [
  'not_found',
  'self_not_allowed',
  'not_enough_credits',
  'cost_changed',
  'blocked',
  'blocking',
  'recipient_unconfirmed',
  'recipient_deleted',
  'fictional_closed',
  'conversation_limit',
  'new_conversation_limit',
  'contact_restricted',
  'begin_restricted',
  'account_suspended',
  'age_check_required',
  'rate_limited',
] as const satisfies readonly ErrorCode[]

/** The reasons to refuse a picture for any use. */
export const PICTURE_ERRORS = [
  'photo_type',
  'photo_too_large',
  'photo_broken',
  'photo_animated',
  'photo_too_small',
  'photo_dimensions',
] as const satisfies readonly ErrorCode[]

const OF_FILE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([...PICTURE_ERRORS, 'photo_heic'])

/** Whether the same file would be refused again. */
export const isRefusedFile = (error: ErrorCode): boolean => OF_FILE.has(error)

export const isErrorCode = (value: unknown): value is ErrorCode => typeof value === 'string' && value in ERROR_STATUS

/** The reasons to refuse a field; `invalid_input` carries `{fields: {[path]: FieldError}}`. Text: `field.<code>`. */
export const FIELD_ERRORS = [
  'invalid',
  'required',
  'too_short',
  'too_long',
  'out_of_range',
  'email_invalid',
  /** The address is at a service for addresses that soon stop working [GUARD-5]. */
  'email_disposable',
  /** A member asks to change the address to the one that the account has. */
  'email_own',
  'name_is_email',
  'name_is_address',
  /** The name passes for the site's own people [ACC-2]. */
  'name_is_official',
  'name_starts_with_at',
  'password_too_short',
  'password_too_long',
  'password_common',
  'birth_date_invalid',
  'too_young',
  'place_unknown',
  /** A text of the profile contains a link, a phone number, a mail address or a messenger [PROF-15]. */
  'contact_inside',
  'push_service_unknown',
  'password_wrong',
  'passwords_differ',
  'too_many',
  'iban_invalid',
  'phone_invalid',
] as const

export type FieldError = (typeof FIELD_ERRORS)[number]

export const isFieldError = (value: unknown): value is FieldError => FIELD_ERRORS.some((code) => code === value)

/** The body of every answer that is not a success. */
export type ErrorBody = {
  error: ErrorCode
  fields?: Record<string, FieldError>
  /** `blocked`: the name of the member who blocks. */
  name?: string
  /** `not_enough_credits`: the cost of the message and the balance, in credits. */
  cost?: number
  credits?: number
  /** `rate_limited`, `account_blocked`, `address_blocked`, `reset_limit`, `server_busy`, `server_full`, `photos_unavailable`: seconds. */
  retry_after?: number
  /** `account_blocked`, `address_blocked`: how long the block lasts. */
  minutes?: number
  /** `price_changed`: the current price; `discount_minimum`: the minimum order value; in minor units of `currency`. */
  price?: number
  currency?: string
  /** `payment_unknown`: the payment whose outcome is being checked. */
  payment?: string
  /** `new_conversation_limit`: when the next conversation may begin, in ms since the epoch. */
  opens_at?: number
  /** `photo_limit`: the number of photos this member may have; `photo_too_small` and similar: the bound. */
  limit?: number
  /** `authentication_required`: the session was ended elsewhere, so the device deletes its data [ACC-16]. */
  revoked?: true
  /** `authentication_required`: the session has ended with its account, which is being deleted [ACC-12]. */
  deleting?: true
}
