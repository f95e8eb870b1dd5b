/**
 * The operator's own services (`docs/operations.md`): one checks profile photos [GUARD-3], one answers for fictional profiles [GUARD-7].
 * Each request is signed, and its key is the same for every repeat, so that a service can answer a repeat with the first answer.
 */
import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { PHOTO_REASONS } from '#contract/entities/photo.ts'
import { parseJson } from '#contract/json.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import type { Question } from '../areas/fictional/responder.ts'
import type { Env } from '../env.ts'
import { PHOTO_TYPE } from './file-store.ts'

/** The service refuses this request for good. */
export class ServiceRefused extends Error {}

type ServiceOptions = { url: string; secret: string; now: () => number; timeoutMs?: number }

type Request = { key: string; type: string; body: string | Uint8Array<ArrayBuffer> }

const TIMEOUT_MS = 10_000
/** Larger answers are not read. */
const ANSWER_BYTES = 64 * 1_024

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<body>`. */
const signatureOf = (secret: string, seconds: number, body: string | Uint8Array): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`

/**
 * @param name for errors. @returns the JSON of a 200, or null for a 204
 * @throws ServiceRefused if a repeat would change nothing; other errors are worth a retry. None contains the request [SAFE-9].
 */
const operatorService =
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
      throw isWorthRetry(response.status) ? new Error(reason) : new ServiceRefused(reason)
    }
    const text = await response.text()
    const json = text.length > ANSWER_BYTES ? undefined : parseJson(text)?.value
    if (json === undefined) throw new ServiceRefused(`${name} sent no answer that can be read`)
    return json
  }

const Verdict = v.variant('verdict', [
  v.object({ verdict: v.picklist(['approve', 'queue']) }),
  v.object({ verdict: v.literal('reject'), reason: v.picklist(PHOTO_REASONS) }),
])
/** `queue`: a person looks. */
export type PhotoCheckVerdict = v.InferOutput<typeof Verdict>

/** @param bytes the WebP of the size `card`, without metadata */
export type PhotoCheck = (photo: { id: number; bytes: Uint8Array }) => Promise<PhotoCheckVerdict>

/** @throws ServiceRefused if a repeat would change nothing; other errors are worth a retry */
const photoCheck = (options: ServiceOptions): PhotoCheck => {
  const ask = operatorService('The photo check', options)
  return async ({ id, bytes }) => {
    const answer = await ask({ key: `photo-${id}`, type: PHOTO_TYPE, body: new Uint8Array(bytes) })
    const parsed = v.safeParse(Verdict, answer)
    if (!parsed.success) throw new ServiceRefused('The photo check sent no verdict')
    return parsed.output
  }
}

/** Whether the operator has connected a check of photos [GUARD-3]. */
export const hasPhotoCheck = ({ PHOTO_CHECK_URL }: Pick<Env, 'PHOTO_CHECK_URL'>): boolean =>
  PHOTO_CHECK_URL !== undefined

/** @returns null if the operator has connected no check */
export const openPhotoCheck = (
  { PHOTO_CHECK_URL: url, PHOTO_CHECK_SECRET: secret }: Pick<Env, 'PHOTO_CHECK_URL' | 'PHOTO_CHECK_SECRET'>,
  now: () => number,
): PhotoCheck | null => (url === undefined || secret === undefined ? null : photoCheck({ url, secret, now }))

type FictionalService = (question: Question & { name: string }) => Promise<string | null>

const FictionalAnswer = v.object({ text: v.pipe(v.string(), v.trim(), v.nonEmpty()) })

/**
 * The service answers 200 with `{"text"}`, or 204 for no answer.
 * @throws ServiceRefused if a repeat would change nothing; other errors are worth a retry
 */
export const fictionalService = (options: ServiceOptions): FictionalService => {
  const ask = operatorService('The service for fictional profiles', options)
  return async ({ profile, member, message, name, language, messages }) => {
    const key = `answer-${message}`
    const body = JSON.stringify({
      id: key,
      conversation: conversationId(profile, member),
      profile: { id: profile, name },
      language,
      messages: messages.map(({ type, text }) => ({ type, text })),
    })
    const answer = await ask({ key, type: 'application/json', body })
    if (answer === null) return null
    const parsed = v.safeParse(FictionalAnswer, answer)
    if (!parsed.success) throw new ServiceRefused('The service for fictional profiles sent no text')
    return parsed.output.text
  }
}

/** @returns null if the operator has set up no service */
export const openFictionalService = (
  { FICTIONAL_URL: url, FICTIONAL_SECRET: secret }: Pick<Env, 'FICTIONAL_URL' | 'FICTIONAL_SECRET'>,
  now: () => number,
): FictionalService | null =>
  url === undefined || secret === undefined ? null : fictionalService({ url, secret, now })

/** 401 and 403 mean a wrong secret on one of the two sides, which the operator can correct while the request waits. */
const RETRIED: ReadonlySet<number> = new Set([401, 403, 408, 425, 429])

/** Whether a repeated request to a service that the operator has set up, also an SMS gateway, may succeed after this status. */
export const isWorthRetry = (status: number): boolean => status >= 500 || RETRIED.has(status)
