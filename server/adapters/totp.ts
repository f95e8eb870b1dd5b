/** Codes of an authenticator app (RFC 6238): six digits, a new one every 30 seconds (decision 21). */
import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
/** The clock of a phone may be one step away. */
const STEPS_AROUND = 1

/** @param bytes 20 random bytes (RFC 4226 §4). @returns the secret as base32 */
export const totpSecret = (bytes: Uint8Array): string => new Secret({ buffer: new Uint8Array(bytes).buffer }).base32

/** The address that an authenticator app reads from a QR code. */
export const totpUri = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  totpOf(secret, { issuer, label }).toString()

/** The code of this moment. @param now ms since the epoch */
export const totpCode = (secret: string, now: number): string => totpOf(secret).generate({ timestamp: now })

/**
 * @param now ms since the epoch
 * @param lastStep the step of the last accepted code: a code counts once (RFC 6238 §5.2)
 * @returns the step of this code, or null if it is wrong or used
 */
export const totpStep = (secret: string, code: string, now: number, lastStep: number): number | null => {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: STEPS_AROUND })
  if (delta === null) return null
  const step = Math.floor(now / 1_000 / PERIOD_SECONDS) + delta
  return step > lastStep ? step : null
}

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS, digits: 6, algorithm: 'SHA1' })
