/** Makes every call of the app. It fetches `/api/…` and does not know whether the service worker or the server answers. */
import { type CallAnswer, type CallInput, type CallName, callOf, type CallWith } from '#contract/calls.ts'
import { pathOf } from '#contract/call.ts'
import {
  CACHED_AT_HEADER,
  isQueued,
  MEMBER_HEADER,
  REQUEST_TYPE,
  REQUEST_TYPE_HEADER,
  STORED_ANSWERS_ID,
  type StoredAnswers,
} from '#contract/device.ts'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { safeParseNewer } from '#contract/newer.ts'
import { after, noteServerTime, now } from './clock.ts'
import { controlled, takeoverPause } from './service-worker.ts'
import { refusalBodyOf } from '#contract/rules/retry.ts'

export type Answer<Name extends CallName> =
  /** `cachedAt`: the time in ms when the device's copy was last fresh; null if the server answered. */
  | { ok: true; queued: false; data: CallAnswer<Name>; cachedAt: number | null }
  /** Only a `queued` call is answered so. */
  | (Name extends CallWith<'queued'> ? QueuedAnswer : never)
  | { ok: false; error: ErrorBody }

/** The write is in the device's outbox. `id` is its row there; null if nothing can be discarded. */
type QueuedAnswer = { ok: true; queued: true; id: string | null }

type Parts = { params?: Record<string, string | number>; query?: Record<string, string | undefined>; body?: unknown }

/** A call whose body is a file gets the file beside its input. */
export type CallOptions = {
  signal?: AbortSignal | undefined
  upload?: Blob
  /** The silence that ends the request where no worker does. */
  timeoutMs?: number
}

/** The outcome of a call, for the state of the connection and of the session. */
export type CallOutcome = { name: CallName; reached: boolean; error: ErrorCode | null }

let watch: (outcome: CallOutcome) => void = () => {}

/** Sets the one listener for the outcomes of all calls. */
export const watchCalls = (listener: (outcome: CallOutcome) => void): void => {
  watch = listener
}

let shownMember: number | null = null

/** Sets the member whom this page shows: its calls act for no other [PWA-11]. */
export const actOnlyFor = (member: number | null): void => {
  shownMember = member
}

let underWay = 0

/** The number of calls without an answer. */
export const callsUnderWay = (): number => underWay

/** Without a worker, nothing else ends a request on a network that accepts it and never answers. The same times as the worker's own. */
const ANSWER_TIMEOUT_MS = 30_000
const UPLOAD_TIMEOUT_MS = 240_000
/** A slow link may bring the body of an answer long after its beginning. */
const BODY_TIMEOUT_MS = 120_000

/** @returns a signal that aborts with `given`, or when the time is over; `wait` begins another time, and `end` ends it */
export const timeLimit = (ms: number, given: AbortSignal | undefined) => {
  const attempt = new AbortController()
  const abort = (): void => attempt.abort()
  if (given?.aborted === true) abort()
  given?.addEventListener('abort', abort)
  let stop = after(ms, abort)
  return {
    signal: attempt.signal,
    wait: (longer: number): void => {
      stop()
      stop = after(longer, abort)
    },
    end: (): void => {
      stop()
      given?.removeEventListener('abort', abort)
    },
  }
}

export const call = async <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options: AbortSignal | CallOptions = {},
): Promise<Answer<Name>> => {
  const { signal, upload, timeoutMs }: CallOptions = options instanceof AbortSignal ? { signal: options } : options
  const parts: Parts = input
  const entry = callOf(name)
  const body = upload ?? (parts.body === undefined ? null : JSON.stringify(parts.body))
  const paused = takeoverPause()
  if (paused) await paused
  underWay += 1
  const askedAt = now()
  const limit = controlled.peek()
    ? null
    : timeLimit(timeoutMs ?? (upload ? UPLOAD_TIMEOUT_MS : ANSWER_TIMEOUT_MS), signal)
  const stops = limit?.signal ?? signal
  try {
    const response = await fetch(urlOf(name, parts), {
      method: entry.method,
      headers: {
        ...headersOf(name),
        ...(body === null ? {} : { 'content-type': upload?.type ?? 'application/json' }),
      },
      ...(body === null ? {} : { body }),
      ...(stops ? { signal: stops } : {}),
    })
    limit?.wait(BODY_TIMEOUT_MS)
    noteServerTime(response.headers.get('date'), askedAt)
    const answer = await read(name, response)
    watch({ name, reached: true, error: answer.ok ? null : answer.error.error })
    return answer
  } catch {
    if (signal?.aborted !== true) watch({ name, reached: false, error: 'network_unavailable' })
    return { ok: false, error: { error: 'network_unavailable' } }
  } finally {
    limit?.end()
    underWay -= 1
  }
}

/** Every call says that it comes from the app; one that acts also names the member. A read is answered for whoever is logged in. */
export const headersOf = (name: CallName): Record<string, string> => {
  const acts = name === 'logout' || callOf(name).method !== 'GET'
  return {
    [REQUEST_TYPE_HEADER]: REQUEST_TYPE,
    ...(shownMember !== null && acts ? { [MEMBER_HEADER]: String(shownMember) } : {}),
  }
}

/** The address of a call; it is also the cache key of its answer. */
export const urlOf = (name: CallName, input: Parts): string => {
  const path = pathOf(callOf(name), input.params)
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(key, value)
  return query.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query.toString()}`
}

const read = async <Name extends CallName>(name: Name, response: Response): Promise<Answer<Name>> => {
  const json: unknown = await response.json().catch(() => undefined)
  if (response.status === 202 && isQueued(json)) {
    const queued: QueuedAnswer = { ok: true, queued: true, id: json.id ?? null }
    // The worker answers only `queued` calls so; TypeScript cannot follow that through the name.
    return queued as Answer<Name>
  }
  if (!response.ok) return { ok: false, error: refusalOf(response, json) }
  // Not even JSON: a captive portal has answered.
  if (json === undefined) return { ok: false, error: { error: 'network_unavailable' } }
  const data = answerIn(name, json)
  if (data === undefined) return { ok: false, error: { error: 'server_error' } }
  const cachedAt = response.headers.get(CACHED_AT_HEADER)
  return { ok: true, queued: false, data, cachedAt: cachedAt === null ? null : Number(cachedAt) }
}

/** The answer that came with the document, or null. */
export const storedAnswer = <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
): { data: CallAnswer<Name>; cachedAt: number } | null => {
  const stored = takeStoredAnswer(urlOf(name, input))
  const data = stored ? answerIn(name, stored.data) : undefined
  return stored && data !== undefined ? { data, cachedAt: stored.cachedAt } : null
}

/** The answer if it fits its schema, else undefined; null is a valid answer if the schema accepts it. */
const answerIn = <Name extends CallName>(name: Name, json: unknown): CallAnswer<Name> | undefined => {
  const schema = callOf(name).response
  if (typeof schema === 'string' || typeof json !== 'object') return undefined
  // The entry's own schema has just parsed it; TypeScript cannot follow that through the name.
  return safeParseNewer(schema, json).success ? (json as CallAnswer<Name>) : undefined
}

/** A proxy answers so while no server answers it: there is no fault, and it will pass. */
const SERVER_AWAY: ReadonlySet<number> = new Set([502, 503, 504])

/** Whether nobody knows if the server has run the call: no answer came, or one of a proxy, or a commit broke. */
export const isUnheard = ({ error }: ErrorBody): boolean => error === 'network_unavailable' || error === 'shutting_down'

/** The error of a failed response. A body that is not ours comes from a proxy or a broken server, so the status decides. */
const refusalOf = (response: Response, json: unknown): ErrorBody => {
  const refusal = refusalBodyOf(response, json)
  if (refusal) return refusal
  const error = errorOfStatus(response.status)
  const seconds = Number(response.headers.get('retry-after'))
  return error === 'rate_limited' && seconds > 0 ? { error, retry_after: seconds } : { error }
}

/** RFC 6585: a captive portal asks for a login. */
const PORTAL = 511

const errorOfStatus = (status: number): ErrorCode => {
  // A proxy of ours refuses these itself, as the worker knows too (`sendOutcomeOf`): there is a network, and it is no portal's.
  if (status === 413) return 'body_too_large'
  if (status === 429) return 'rate_limited'
  if (SERVER_AWAY.has(status)) return 'shutting_down'
  return status >= 500 && status !== PORTAL ? 'server_error' : 'network_unavailable'
}

export const refusalIn = async (response: Response): Promise<ErrorBody> =>
  refusalOf(response, await response.json().catch(() => null))

let documentAnswers: StoredAnswers | null = null

/**
 * Takes one of the answers that came with the document (`sw/handlers/start-document.ts`), so that the first screen of a start asks
 * for none of them [PWA-17]. Each is taken once.
 * @param url the address of a call. @returns null if the document brought no answer to it, or if it was taken before
 */
const takeStoredAnswer = (url: string): StoredAnswers[string] | null => {
  documentAnswers ??= readDocument()
  const answer = documentAnswers[url]
  if (!answer) return null
  delete documentAnswers[url]
  return answer
}

const readDocument = (): StoredAnswers => {
  const element = typeof document === 'undefined' ? null : document.querySelector(`#${STORED_ANSWERS_ID}`)
  if (!element) return {}
  element.remove()
  // This version's own worker wrote it. Each answer is checked by its schema when it is taken (`storedAnswer`).
  return JSON.parse(element.textContent) as StoredAnswers
}
