/** Passkeys of members [ACC-20], and the JSON of the browser's WebAuthn API. The server's library checks every part of it. */
import * as v from 'valibot'
import { PASSKEY_NAME_MAX } from '../limits.ts'
import { PasswordAttempt, PlainLine, Timestamp } from '../fields.ts'

/** A passkey, as its member sees it. The key itself never leaves the server. */
export const Passkey = v.object({
  /** The credential id, base64url. */
  id: v.string(),
  name: v.string(),
  created_at: Timestamp,
  /** Null before its first login. */
  used_at: v.nullable(Timestamp),
  /** A password manager copies it to the member's other devices. */
  backed_up: v.boolean(),
})
export type Passkey = v.InferOutput<typeof Passkey>

/** A member's ways to log in. */
export const LoginWays = v.object({ passkeys: v.array(Passkey), has_password: v.boolean() })

/** The browser takes these options as they are. */
export const PasskeyOptions = v.looseObject({ challenge: v.string() })

/** The id of a credential has at most 1,023 bytes (WebAuthn level 3). */
const CREDENTIAL_ID = /^[\w-]{1,1364}$/

export const PasskeyId = v.pipe(v.string('required'), v.regex(CREDENTIAL_ID, 'invalid'))

/** The browser's answer to the options. */
export const PasskeyAnswer = v.looseObject({
  id: PasskeyId,
  type: v.literal('public-key', 'invalid'),
  response: v.looseObject({ clientDataJSON: v.string('required') }, 'required'),
})
export type PasskeyAnswer = v.InferOutput<typeof PasskeyAnswer>

export const PasskeyName = v.pipe(PlainLine, v.maxLength(PASSKEY_NAME_MAX, 'too_long'))

/** Proof that the account's member is here: the password, or the answer of one of the account's passkeys. */
export const ownerProof = {
  password: v.optional(PasswordAttempt),
  passkey: v.optional(PasskeyAnswer),
}

/** Whoever joins or resets a password gives a password or a passkey [ACC-20]. */
export const hasPasswordOrPasskey = ({ password, passkey }: { password?: unknown; passkey?: unknown }): boolean =>
  password !== undefined || passkey !== undefined
