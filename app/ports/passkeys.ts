/** The browser's passkeys (WebAuthn), with the options and answers as JSON. The desk uses this too, so it imports nothing. */

/** Whether this browser reads and writes WebAuthn as JSON. Older ones use the password or the code. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'

/** Whether this device itself can make a passkey, with its screen lock. A failure counts as no. */
export const makesPasskeysHere = async (): Promise<boolean> =>
  hasPasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false))

/** Whether the browser offers passkeys in the autofill of a field. */
export const fillsInPasskeys = async (): Promise<boolean> =>
  hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable().catch(() => false))

type Response = {
  [key: string]: unknown
  id: string
  type: 'public-key'
  response: { [key: string]: unknown; clientDataJSON: string }
}

/** `toJSON` of the browser; the server checks every part. */
type CredentialJson = { response: Response['response'] }

const jsonOf = (credential: Credential | null): Response | null => {
  if (!(credential instanceof PublicKeyCredential)) return null
  const { response, ...rest } = credential.toJSON() as unknown as CredentialJson // TypeScript types it as any object.
  return { ...rest, id: credential.id, type: 'public-key', response }
}

/**
 * @param options as the server's library writes them
 * @param autofill asks nothing: the browser offers passkeys in its autofill until the signal aborts
 * @returns null if the person or the browser declines
 */
export const askPasskey = async (options: object, autofill?: { signal: AbortSignal }): Promise<Response | null> => {
  try {
    // The server's library made them for this very function.
    stopQuiet()
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
    return jsonOf(
      await navigator.credentials.get({
        publicKey,
        ...(autofill ? { mediation: 'conditional' as const, signal: autofill.signal } : {}),
      }),
    )
  } catch {
    return null
  }
}

/** Whether this browser can make a passkey right after a login by password, without a dialog. */
export const makesPasskeysQuietly = async (): Promise<boolean> => {
  if (!hasPasskeys()) return false
  // Not in TypeScript's types of every version, nor in every browser.
  const browser: { getClientCapabilities?: () => Promise<Record<string, boolean>> } = PublicKeyCredential
  return (await browser.getClientCapabilities?.().catch(() => null))?.['conditionalCreate'] === true
}

/** Chromium may leave a quiet request open for ever, and refuses every other request meanwhile. */
let quietRequest = new AbortController()

const stopQuiet = (): void => {
  quietRequest.abort()
  quietRequest = new AbortController()
}

/**
 * @param options as the server's library writes them
 * @param quiet asks nothing: the browser makes the passkey if its password manager has just filled in the password
 * @returns null if the person or the browser declines
 */
export const makePasskey = async (options: object, { quiet = false } = {}): Promise<Response | null> => {
  try {
    stopQuiet()
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      // The server's library made them for this very function.
      options as PublicKeyCredentialCreationOptionsJSON,
    )
    // `mediation` is newer than TypeScript's types.
    const wanted: CredentialCreationOptions = {
      publicKey,
      ...(quiet ? { mediation: 'conditional', signal: quietRequest.signal } : {}),
    }
    return jsonOf(await navigator.credentials.create(wanted))
  } catch {
    return null
  }
}

/** Notifies the browser that a passkey is unknown to the server, so that the browser stops offering it. Some browsers lack this. */
export const forgetPasskey = async (id: string): Promise<void> => {
  const browser: { signalUnknownCredential?: (passkey: { rpId: string; credentialId: string }) => Promise<void> } =
    PublicKeyCredential
  await browser.signalUnknownCredential?.({ rpId: location.hostname, credentialId: id }).catch(() => {})
}
