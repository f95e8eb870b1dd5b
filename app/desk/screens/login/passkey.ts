/** The browser's passkeys (WebAuthn), with the options and answers as JSON. */

/** Whether this browser reads and writes WebAuthn as JSON. Older ones use the code. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'

type Response = { [key: string]: unknown; id: string; type: 'public-key' }

const jsonOf = (credential: Credential | null): Response | null =>
  credential instanceof PublicKeyCredential ? { ...credential.toJSON(), id: credential.id, type: 'public-key' } : null

/** @param options as the server's library writes them. @returns null if the person or the browser declines */
export const askPasskey = async (options: object): Promise<Response | null> => {
  try {
    // The server's library made them for this very function.
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
    return jsonOf(await navigator.credentials.get({ publicKey }))
  } catch {
    return null
  }
}

/** @param options as the server's library writes them. @returns null if the person or the browser declines */
export const makePasskey = async (options: object): Promise<Response | null> => {
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      // The server's library made them for this very function.
      options as PublicKeyCredentialCreationOptionsJSON,
    )
    return jsonOf(await navigator.credentials.create({ publicKey }))
  } catch {
    return null
  }
}
