/**
 * A service of the operator's own (`docs/operations.md`). Each request is signed, and its key is the same for every repeat, so that the
 * service can answer a repeat with the first answer.
 */
import { createHmac } from 'node:crypto'
import { parseJson } from '#contract/json.ts'

/** The service refuses this request for good. */
export class ServiceRefused extends Error {}

export type ServiceOptions = { url: string; secret: string; now: () => number; timeoutMs?: number }

type Request = { key: string; type: string; body: string | Uint8Array<ArrayBuffer> }

const TIMEOUT_MS = 10_000
/** Larger answers are not read. */
const ANSWER_BYTES = 64 * 1_024

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<body>`. */
export const signatureOf = (secret: string, seconds: number, body: string | Uint8Array): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`

/**
 * @param name for errors. @returns the JSON of a 200, or null for a 204
 * @throws ServiceRefused if a repeat would change nothing; other errors are worth a retry. None contains the request [SAFE-9].
 */
export const operatorService =
  (name: string, { url, secret, now, timeoutMs = TIMEOUT_MS }: ServiceOptions) =>
  async ({ key, type, body }: Request): Promise<unknown> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': type,
        'idempotency-key': key,
        'x-signature': signatureOf(secret, Math.floor(now() / 1_000), body),
      },
      body,
      // A redirect must not carry the request to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status === 204) return null
    if (!response.ok) {
      await response.body?.cancel()
      const reason = `${name} answered ${response.status}`
      throw NOT_NOW.has(response.status) || response.status >= 500 ? new Error(reason) : new ServiceRefused(reason)
    }
    const text = await response.text()
    const json = text.length > ANSWER_BYTES ? undefined : parseJson(text)?.value
    if (json === undefined) throw new ServiceRefused(`${name} sent no answer that can be read`)
    return json
  }

/** 401 and 403 are a wrong secret on one of the two sides, so the request waits for a retry. */
const NOT_NOW = new Set([401, 403, 408, 425, 429])
