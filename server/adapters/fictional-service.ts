/**
 * The operator's own service that answers for fictional profiles (`docs/operations.md`) [GUARD-7]. Each request is signed, and its
 * key is the same for every repeat, so that the service can answer a repeat with the first answer.
 */
import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { conversationId } from '#contract/rules/conversation-id.ts'
import type { Question } from '../areas/fictional/responder.ts'
import type { Env } from '../env.ts'

/** The service refuses this message for good. */
export class AnswerRefused extends Error {}

export type FictionalService = (question: Question & { name: string }) => Promise<string | null>

type Options = { url: string; secret: string; now: () => number; patienceMs?: number }

const PATIENCE_MS = 10_000
/** Larger answers are not read. */
const ANSWER_BYTES = 64 * 1_024

const Answer = v.object({ text: v.pipe(v.string(), v.trim(), v.nonEmpty()) })

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<body>`. */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

/**
 * The service answers 200 with `{"text"}`, or 204 for no answer.
 * @throws AnswerRefused if a repeat would change nothing; other errors are worth a retry. None contains a text [SAFE-9].
 */
export const fictionalService =
  ({ url, secret, now, patienceMs = PATIENCE_MS }: Options): FictionalService =>
  async ({ profile, member, message, name, language, heard }) => {
    const body = JSON.stringify({
      id: `answer-${message}`,
      conversation: conversationId(profile, member),
      profile: { id: profile, name },
      language,
      messages: heard.map(({ type, text }) => ({ type, text })),
    })
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `answer-${message}`,
        'x-signature': signatureOf(secret, Math.floor(now() / 1_000), body),
      },
      body,
      // A redirect must not carry the messages to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    if (response.status === 204) return null
    if (!response.ok) {
      await response.body?.cancel()
      const reason = `The service for fictional profiles answered ${response.status}`
      throw NOT_NOW.has(response.status) || response.status >= 500 ? new Error(reason) : new AnswerRefused(reason)
    }
    const text = await response.text()
    const parsed = text.length > ANSWER_BYTES ? null : v.safeParse(Answer, jsonOf(text))
    if (parsed?.success !== true) throw new AnswerRefused('The service for fictional profiles sent no text')
    return parsed.output.text
  }

/** 401 and 403 are a wrong secret on one of the two sides, so the message waits for a retry. */
const NOT_NOW = new Set([401, 403, 408, 425, 429])

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** @returns null if the operator has set up no service */
export const openFictionalService = (
  { FICTIONAL_URL: url, FICTIONAL_SECRET: secret }: Pick<Env, 'FICTIONAL_URL' | 'FICTIONAL_SECRET'>,
  now: () => number,
): FictionalService | null =>
  url === undefined || secret === undefined ? null : fictionalService({ url, secret, now })
