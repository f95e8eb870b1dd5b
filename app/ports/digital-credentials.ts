/** The browser's Digital Credentials API: it asks the wallets of this device, or of a phone nearby, for a credential. */

export type CredentialRequest = { protocol: string; data: Record<string, unknown> }

/** TypeScript does not know the interface yet. */
type Interface = { userAgentAllowsProtocol?: (protocol: string) => boolean }

const interfaceOf = (): Interface | undefined => (globalThis as { DigitalCredential?: Interface }).DigitalCredential

/** Whether this browser takes requests of a protocol. Safari has the interface, and another protocol. */
export const asksForCredentials = (protocol: string): boolean =>
  interfaceOf()?.userAgentAllowsProtocol?.(protocol) ?? false

/** Needs a tap just before. @returns the wallet's answer, or null if the person or the browser declines */
export const askForCredential = async (request: CredentialRequest): Promise<Record<string, unknown> | null> => {
  try {
    const options = { mediation: 'required', digital: { requests: [request] } }
    const answer: unknown = await navigator.credentials.get(options as CredentialRequestOptions)
    const data = isRecord(answer) ? answer['data'] : null
    // Early versions of the interface gave the answer as text.
    const parsed: unknown = typeof data === 'string' ? JSON.parse(data) : data
    return isRecord(parsed) ? parsed : null
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
