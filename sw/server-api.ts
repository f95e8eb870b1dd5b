/** Requests to the server: with a timeout, with the member's id, and with a check whether the session has ended. */
import { pathOf } from '#contract/call.ts'
import { callOf, type CallAnswer, type CallName } from '#contract/calls.ts'
import { MEMBER_HEADER, REQUEST_TYPE, REQUEST_TYPE_HEADER, WRITE_ORDER_HEADER } from '#contract/device.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { safeParseNewer } from '#contract/newer.ts'
import { refusalBodyOf } from '#contract/rules/retry.ts'
import { writeOrderText, type WriteOrder } from '#contract/rules/write-order.ts'
import type { Connection } from './connection.ts'
import type { Ports } from './ports.ts'
import type { DeviceSession } from './store/session.ts'
import { followBody, startIdleTimeout } from './timeout.ts'

/** Our server did not answer: no network, a stalled network, or something in between answered instead. */
export class Unreachable extends Error {}

/** The answer, or null if the server is unreachable. */
export const answerOrNull = <Answer>(asking: Promise<Answer>): Promise<Answer | null> =>
  asking.catch((error: unknown) => {
    if (error instanceof Unreachable) return null
    throw error
  })

export type RequestInput = {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: unknown
  /** The position of a write among the sends of this device. */
  order?: WriteOrder
  /** A file as the body. */
  upload?: { bytes: ArrayBuffer; type: string }
}

export type ServerAnswer<Data> =
  /** `data` is null if the answer has no body (204). `servedAt`: the server's clock, if the answer says it. */
  | { ok: true; data: Data | null; servedAt?: number }
  | { ok: false; status: number; body: ErrorBody | null; retryAfter: string | null }

export type Server = {
  /** A request of the worker's own. Throws `Unreachable`. */
  ask: <Name extends CallName>(
    session: DeviceSession,
    name: Name,
    input: RequestInput,
    timeoutMs?: number,
  ) => Promise<ServerAnswer<CallAnswer<Name>>>
  /** Passes on a page's request unchanged. Throws `Unreachable`. */
  forward: (session: DeviceSession, request: Request, name: CallName | null) => Promise<Response>
}

export type ServerDeps = {
  ports: Ports
  connection: Connection
  /** Completes a pending logout, which must reach the server before any other request. Throws `Unreachable`. */
  ready: () => Promise<void>
  /** Runs when the server says that nobody is logged in; `revoked`: the session was ended elsewhere [ACC-16]. */
  sessionEnded: (session: DeviceSession, revoked: boolean) => Promise<void>
}

/** The idle timeout of a request. `isPatient`: nobody waits in front of it, so it may get more time (`connection.patience`). */
type TimeLimit = {
  timeoutMs: number
  isPatient?: boolean
  /** The time is that of the bytes: it says nothing about the network. */
  isUpload?: boolean
}

/** A stalled network must not delay an answer from the device or a lane of the outbox. */
export const TIMEOUT_MS = 20_000
const FORWARD_TIMEOUT_MS = 30_000
/** A photo over a slow link takes long. */
export const UPLOAD_TIMEOUT_MS = 120_000
/** After this delay without an answer, the app shows that there is no network. */
const DOUBT_MS = 4_000

export const createServer = ({ ports, connection, ready, sessionEnded }: ServerDeps): Server => {
  const noteAnswer = async (
    session: DeviceSession,
    name: CallName | null,
    refusal: ErrorBody | null,
  ): Promise<void> => {
    if (refusal?.error === 'authentication_required' && !isUser(name))
      await sessionEnded(session, refusal.revoked === true)
  }
  return {
    ask: async (session, name, input, timeoutMs = TIMEOUT_MS) => {
      await ready()
      const limit = { timeoutMs, isPatient: timeoutMs === TIMEOUT_MS, isUpload: input.upload !== undefined }
      const answer = await exchange(ports, connection, requestOf(ports.origin, session, name, input), name, limit)
      if (!answer.ok) await noteAnswer(session, name, answer.body)
      return answer
    },
    forward: async (session, request, name) => {
      await ready()
      const response = await tryRequest(ports, connection, request, { timeoutMs: FORWARD_TIMEOUT_MS })
      const isOther = name !== null && isFromPortal(response)
      connection.report(!isOther)
      if (isOther) throw new Unreachable()
      if (response.ok) connection.answered()
      if (response.status === 401 || response.status === 403) {
        const body: unknown = await response
          .clone()
          .json()
          .catch(() => null)
        await noteAnswer(session, name, refusalBodyOf(response, body))
      }
      return response
    },
  }
}

/** Whether an answer comes from a captive portal: our server answers every call that the worker forwards in JSON, or without a body. */
const isFromPortal = (response: Response): boolean =>
  response.ok ? response.status !== 204 && !isOf(response, 'application/json') : isPortalRefusal(response)

/** A portal that wants a login refuses with a page. A proxy of ours answers with a page only where it refuses the request itself, or fails. */
const isPortalRefusal = (response: Response): boolean =>
  PORTAL_STATUSES.has(response.status) && isOf(response, 'text/html')
const PORTAL_STATUSES: ReadonlySet<number> = new Set([401, 403, 404, 405, 407, 451, 511])

const isOf = ({ headers }: Response, type: string): boolean => headers.get('content-type')?.startsWith(type) === true

/** [ACC-14] The device learns from these calls who is logged in: their answer says so, so a refusal is no logout. */
const isUser = (name: CallName | null): boolean => name === 'user.get' || name === 'user.login'

/** Sends a request and parses the answer, independent of the session. Throws `Unreachable`. */
export const exchange = async <Name extends CallName>(
  ports: Ports,
  connection: Connection,
  request: Request,
  name: Name,
  limit: TimeLimit,
): Promise<ServerAnswer<CallAnswer<Name>>> => {
  const answer = await read(name, await tryRequest(ports, connection, request, limit))
  connection.report(answer !== null)
  // Such an answer comes from a captive portal: our server has not seen the request.
  if (!answer) throw new Unreachable()
  if (isDecided(answer)) connection.answered()
  return answer
}

/** Whether the server ran the call, or refused it for a reason in the call itself: neither an error nor a rate limit. */
export const isDecided = (answer: ServerAnswer<unknown>): boolean =>
  answer.ok || (answer.body !== null && answer.status < 500 && answer.status !== 429)

/**
 * One attempt over the network. It ends if nothing arrives for as long as the timeout: a long answer over a slow link is complete at some
 * time, and each repetition would cost the member its bytes again.
 */
export const tryRequest = async (
  ports: Ports,
  connection: Connection,
  request: Request,
  { timeoutMs, isPatient = false, isUpload = timeoutMs >= UPLOAD_TIMEOUT_MS }: TimeLimit,
): Promise<Response> => {
  const attempt = new AbortController()
  const answersBefore = connection.answers()
  const isAlone = (): boolean => connection.answers() === answersBefore
  const doubt = (): void => void (isAlone() && connection.doubt())
  let timeouts = 0
  const mayContinue = (): boolean => {
    // While others are answered, the link is slow and not dead. Browsers end a worker's event after five minutes, so no upload gets more.
    if (isUpload) return timeoutMs >= UPLOAD_TIMEOUT_MS && timeouts === 1 && !isAlone()
    return isPatient && isAlone() && timeouts < connection.patience()
  }
  const idleTimeout = startIdleTimeout(ports, timeoutMs, () => {
    timeouts += 1
    if (mayContinue()) idleTimeout.restart()
    else {
      if (isPatient && isAlone()) connection.noteLate(timeouts, false)
      attempt.abort()
    }
  })
  const stopDoubting = isUpload ? () => {} : ports.startTimer(doubt, DOUBT_MS)
  request.signal.addEventListener('abort', () => attempt.abort())
  try {
    const response = await ports.fetch(request, attempt.signal)
    if (isPatient) connection.noteLate(timeouts, true)
    idleTimeout.restart()
    void followBody(response, idleTimeout.restart).then(idleTimeout.stop)
    return response
  } catch {
    idleTimeout.stop()
    // A request that its page aborted says nothing about the network, nor does one that hangs while others are answered.
    const isLate = attempt.signal.aborted && !isAlone()
    if (!request.signal.aborted && !isLate) connection.report(false)
    throw new Unreachable()
  } finally {
    stopDoubting()
  }
}

export const requestOf = (origin: string, session: DeviceSession, name: CallName, input: RequestInput): Request => {
  const call = callOf(name)
  const url = new URL(pathOf(call, input.params), origin)
  for (const [key, value] of Object.entries(input.query ?? {})) url.searchParams.set(key, value)
  const headers = new Headers({ [REQUEST_TYPE_HEADER]: REQUEST_TYPE })
  if (session.member !== null && !isUser(name)) headers.set(MEMBER_HEADER, String(session.member))
  const { body, upload, order } = input
  if (order) headers.set(WRITE_ORDER_HEADER, writeOrderText(order))
  const request = { method: call.method, headers, cache: 'no-store' as const }
  if (upload) headers.set('content-type', upload.type)
  else if (body === undefined) return new Request(url, request)
  else headers.set('content-type', 'application/json')
  return new Request(url, { ...request, body: upload?.bytes ?? JSON.stringify(body) })
}

/** @returns null for an answer that is not from our server: a portal's refusal, or a success that does not parse */
const read = async <Name extends CallName>(
  name: Name,
  response: Response,
): Promise<ServerAnswer<CallAnswer<Name>> | null> => {
  if (response.status === 204) return { ok: true, data: null }
  if (isPortalRefusal(response)) return null
  const json: unknown = await response.json().catch(() => null)
  if (!response.ok) {
    const retryAfter = response.headers.get('retry-after')
    return { ok: false, status: response.status, body: refusalBodyOf(response, json), retryAfter }
  }
  const schema = callOf(name).response
  if (typeof schema === 'string' || json === null) return null
  const parsed = safeParseNewer(schema, json)
  // The schema of this entry has just parsed the answer; TypeScript cannot derive the type from the name.
  return parsed.success ? { ok: true, data: parsed.output as CallAnswer<Name>, ...servedAt(response) } : null
}

const servedAt = (response: Response): { servedAt?: number } => {
  const at = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(at) ? {} : { servedAt: at }
}
