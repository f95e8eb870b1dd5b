/**
 * Passkeys (WebAuthn level 3), checked by `@simplewebauthn/server` (decision 21): for staff, and for any other kind of
 * account, since it knows only ids and names.
 */
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

/** The site as browsers know it. */
export type PasskeySite = {
  name: string
  /** `https://desk.example.org`, or `http://localhost:3000`; browsers refuse an address of numbers. */
  origin: string
}

export type StoredPasskey = {
  /** base64url */
  id: string
  /** COSE, base64url */
  publicKey: string
  counter: number
  transports: readonly string[]
}

type Account = {
  /** Stable and without personal data: the authenticator stores it. */
  id: string
  name: string
}

// Loaded at the first use: reading certificates takes a tenth of a second that a start need not pay.
const library = () => import('@simplewebauthn/server')

const rpIdOf = ({ origin }: PasskeySite): string => new URL(origin).hostname

const described = ({ id, transports }: Pick<StoredPasskey, 'id' | 'transports'>) => ({
  id,
  // The browser said these; an unknown one is ignored by browsers.
  transports: [...transports] as AuthenticatorTransport[],
})

/** The options with which the browser makes a passkey. @param challenge 32 random bytes, which the answer must sign */
export const creationOptions = async (
  site: PasskeySite,
  account: Account,
  challenge: Uint8Array,
  existing: readonly StoredPasskey[],
) => {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: rpIdOf(site),
    userName: account.name,
    userID: new TextEncoder().encode(account.id),
    challenge: new Uint8Array(challenge),
    attestationType: 'none',
    excludeCredentials: existing.map(described),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  return { ...options }
}

/** @param challenge base64url. @returns the passkey to store, or null if the answer does not fit */
export const createdPasskey = async (
  site: PasskeySite,
  challenge: string,
  response: object,
): Promise<StoredPasskey | null> => {
  const { verifyRegistrationResponse } = await library()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      // The library checks every part.
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: rpIdOf(site),
      requireUserVerification: true,
    })
    if (!verified) return null
    const { id, publicKey, counter, transports } = registrationInfo.credential
    return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports: transports ?? [] }
  } catch {
    // The library throws for every answer that does not fit.
    return null
  }
}

/** The options with which the browser uses one of these passkeys. */
export const usageOptions = async (site: PasskeySite, challenge: Uint8Array, existing: readonly StoredPasskey[]) => {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(site),
    challenge: new Uint8Array(challenge),
    allowCredentials: existing.map(described),
    userVerification: 'required',
  })
  return { ...options }
}

/** @param challenge base64url. @returns the new counter, or null if the answer does not fit */
export const usedPasskey = async (
  site: PasskeySite,
  challenge: string,
  passkey: StoredPasskey,
  response: object,
): Promise<number | null> => {
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: rpIdOf(site),
      credential: {
        ...described(passkey),
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
