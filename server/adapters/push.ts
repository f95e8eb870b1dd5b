/** Web Push (RFC 8030). One VAPID header (RFC 8292) per push service is reused for some hours. */
import webPush from 'web-push'
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import type { Urgency } from '#contract/push-kinds.ts'
import { encryptPush } from './push-encryption.ts'
import type { PushPost } from './push-post.ts'
import type { KeyPair, VapidKeys } from './vapid.ts'

export type PushTarget = { endpoint: string; p256dh: string; auth: string }

export type PushOutcome =
  | { kind: 'sent' }
  /** The subscription has ended: delete it. */
  | { kind: 'gone' }
  /** Retry later; `afterMs` if the service named a time. Status 0 without an answer; `fault` is the code of the connection's error. */
  | { kind: 'later'; status: number; afterMs: number | null; fault?: string }
  /** The service refuses this push for good; status 0 if the keys cannot be used for encryption. */
  | { kind: 'refused'; status: number }

type PushOptions = {
  /** A device that was offline gets only the last waiting push of each topic. */
  topic: string
  /** A device that is offline for longer than this never gets the push. */
  lifeMs: number
  urgency: Urgency
}

export type PushSender = {
  /**
   * @param payload JSON of at most 3,993 bytes
   */
  send: (target: PushTarget, payload: string, options: PushOptions) => Promise<PushOutcome>
}

type Options = {
  vapid: KeyPair & Partial<Pick<VapidKeys, 'former'>>
  /** `mailto:` or `https:`: the contact for a push service. */
  subject: string
  /** For tests: every push goes to this origin. */
  standIn?: string | undefined
  now: () => number
  post: PushPost
}

const HEADER_LIVES_MS = 12 * HOUR_MS
const HEADER_FRESH_MS = 6 * HOUR_MS
/** RFC 8030 §5.4: at most 32 characters of the URL-safe base64 alphabet. */
const TOPIC_MAX = 32

/** The statuses of a push service that expects another key: Mozilla 401, Google 403, Apple 400. */
const WRONG_KEY = new Set([400, 401, 403])

/** Endpoints whose working former key is remembered; forgetting one costs only another attempt. */
const REMEMBERED_MAX = 10_000

/** A sender that never throws for an answer of the push service: the outcome says whether to retry. */
export const createPushSender = (options: Options): PushSender => {
  const { vapid } = options
  const signers = [vapid, ...(vapid.former ?? [])].map((keys) => vapidHeaders(options, keys))
  const workingSigner = new Map<string, number>()
  return {
    send: async ({ endpoint, p256dh, auth }, payload, { topic, lifeMs, urgency }) => {
      let body: Buffer
      try {
        body = encryptPush({ p256dh, auth }, payload)
      } catch {
        // The keys are made up or damaged. The member's other devices must still get the push.
        return { kind: 'refused', status: 0 }
      }
      const url = new URL(endpoint)
      const to = options.standIn ? new URL(url.pathname + url.search, options.standIn) : url
      const signedBy = async (signer: number): Promise<PushOutcome> => {
        const headers = {
          // Whole seconds, and at least one: Apple refuses zero.
          ttl: String(Math.max(1, Math.floor(lifeMs / 1_000))),
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          urgency,
          topic: topic.slice(0, TOPIC_MAX),
          authorization: signers[signer]?.(url.origin) ?? '',
        }
        try {
          return outcomeOf(await options.post(to, { headers, body }), options.now())
        } catch (error) {
          // The code alone: a message may contain the address.
          const fault = error instanceof Error && 'code' in error ? { fault: String(error.code) } : {}
          return { kind: 'later', status: 0, afterMs: null, ...fault }
        }
      }
      const first = workingSigner.get(endpoint) ?? 0
      const outcome = await signedBy(first)
      if (!isWrongKey(outcome) || signers.length === 1) return outcome
      for (const signer of signers.keys()) {
        if (signer === first) continue
        const other = await signedBy(signer)
        if (isWrongKey(other)) continue
        if (workingSigner.size >= REMEMBERED_MAX) workingSigner.clear()
        workingSigner.set(endpoint, signer)
        return other
      }
      return outcome
    },
  }
}

const isWrongKey = (outcome: PushOutcome): boolean => outcome.kind === 'refused' && WRONG_KEY.has(outcome.status)

/** The meaning of a push service's status (RFC 8030 §5, §8). @param now ms since the epoch, for a date in Retry-After */
export const outcomeOf = ({ status, headers }: Pick<Response, 'status' | 'headers'>, now: number): PushOutcome => {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500)
    return { kind: 'later', status, afterMs: retryAfterMs(headers.get('retry-after'), now) }
  return { kind: 'refused', status }
}

/** Seconds or a date (RFC 9110 §10.2.3). */
const retryAfterMs = (header: string | null, now: number): number | null => {
  if (header === null || header.trim() === '') return null
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), DAY_MS) : null
}

/** Signing costs more than encrypting, so one signature per push service is reused for hours. */
const vapidHeaders = ({ subject, now }: Options, keys: KeyPair): ((origin: string) => string) => {
  const cached = new Map<string, { value: string; madeAt: number }>()
  return (origin) => {
    const before = cached.get(origin)
    if (before && now() - before.madeAt < HEADER_FRESH_MS) return before.value
    const expires = Math.floor((now() + HEADER_LIVES_MS) / 1_000)
    const made = webPush.getVapidHeaders(origin, subject, keys.publicKey, keys.privateKey, 'aes128gcm', expires)
    cached.set(origin, { value: made.Authorization, madeAt: now() })
    return made.Authorization
  }
}
