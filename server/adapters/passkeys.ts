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

type StoredPasskey = {
  /** base64url */
  id: string
  /** COSE, base64url */
  publicKey: string
  counter: number
  transports: readonly string[]
}

/** `backedUp`: a password manager copies it to other devices. */
export type CreatedPasskey = StoredPasskey & { backedUp: boolean }

type PasskeyUse = { counter: number; backedUp: boolean }

type Account = {
  /** Stable and without personal data: the authenticator stores it. */
  id: string
  name: string
  /** The name that the browser shows beside it; left out, the same. */
  shown?: string
}

// Loaded at the first use: reading certificates takes a tenth of a second that a start need not pay.
const library = () => import('@simplewebauthn/server')

/** The host that a passkey belongs to (WebAuthn level 3). */
export const rpIdOf = ({ origin }: PasskeySite): string => new URL(origin).hostname

const described = ({ id, transports }: Pick<StoredPasskey, 'id' | 'transports'>) => ({
  id,
  // The browser named these transports itself, and ignores those it does not know.
  transports: [...transports] as AuthenticatorTransport[],
})

type CreationRequest = {
  account: Account
  /** Random bytes, which the answer must sign. */
  challenge: Uint8Array
  /** The authenticator makes no second passkey beside these. */
  existing: readonly Pick<StoredPasskey, 'id' | 'transports'>[]
  /** `required`: the passkey must log in without a name. */
  residentKey?: 'preferred' | 'required'
  /** The browser makes the passkey without asking, so it verifies nobody. */
  quiet?: boolean | undefined
}

/** The options with which the browser makes a passkey. */
export const creationOptions = async (
  site: PasskeySite,
  { account, challenge, existing, residentKey = 'preferred', quiet = false }: CreationRequest,
) => {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: rpIdOf(site),
    userName: account.name,
    userDisplayName: account.shown ?? account.name,
    userID: new TextEncoder().encode(account.id),
    challenge: new Uint8Array(challenge),
    attestationType: 'none',
    excludeCredentials: existing.map(described),
    authenticatorSelection: { residentKey, userVerification: quiet ? 'preferred' : 'required' },
  })
  return { ...options }
}

/**
 * @param challenge base64url
 * @param quiet the browser made it without asking (WebAuthn level 3, conditional mediation), so nobody was verified
 * @returns the passkey to store, or null if the answer does not fit
 */
export const createdPasskey = async (
  site: PasskeySite,
  challenge: string,
  response: object,
  quiet = false,
): Promise<CreatedPasskey | null> => {
  const { verifyRegistrationResponse } = await library()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      // The library checks every part.
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: rpIdOf(site),
      requireUserPresence: !quiet,
      requireUserVerification: !quiet,
    })
    if (!verified) return null
    const { id, publicKey, counter, transports } = registrationInfo.credential
    return {
      id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: transports ?? [],
      backedUp: registrationInfo.credentialBackedUp,
    }
  } catch {
    // The library throws for every answer that does not fit.
    return null
  }
}

/** The options with which the browser uses one of these passkeys; without any, whichever its person chooses. */
export const usageOptions = async (
  site: PasskeySite,
  challenge: Uint8Array,
  existing: readonly Pick<StoredPasskey, 'id' | 'transports'>[],
) => {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(site),
    challenge: new Uint8Array(challenge),
    allowCredentials: existing.map(described),
    userVerification: 'required',
  })
  return { ...options }
}

/**
 * A counter that has not grown is refused: the key may have been copied. @param challenge base64url
 * @returns null if the answer does not fit
 */
export const usedPasskey = async (
  site: PasskeySite,
  challenge: string,
  passkey: StoredPasskey,
  response: object,
): Promise<PasskeyUse | null> => {
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
    const { newCounter: counter, credentialBackedUp: backedUp } = authenticationInfo
    return verified ? { counter, backedUp } : null
  } catch {
    return null
  }
}
