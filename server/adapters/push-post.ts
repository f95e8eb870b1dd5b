/**
 * Posts a push to its push service. The address is checked when the connection opens, since a public name may resolve
 * to an address in our own network [SAFE-11]. A service that speaks HTTP/2 gets many pushes at once over a few shared
 * connections (decision 22).
 */
import { lookup as lookUp } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, type Dispatcher } from 'undici'
import { isPublicAddress } from './public-address.ts'

type PushAnswer = Pick<Response, 'status' | 'headers'>

/** Rejects if no answer came in time, or if the address must not be connected to. */
export type PushPost = (url: URL, push: { headers: Record<string, string>; body: Uint8Array }) => Promise<PushAnswer>

type Options = {
  /** For tests: a stand-in runs beside the server, on plain http. */
  mayBeOwn?: boolean
  lookup?: LookupFunction
  timeoutMs?: number
  /** For tests: the certificate of a stand-in. */
  ca?: string
}

const TIMEOUT_MS = 10_000
/** The part of the time in which the head of an answer must come. */
const HEAD_PART = 0.9
/** A service may close an idle connection any moment, so one that idled this long is not reused. */
const IDLE_MS = 15_000
/** The body of an answer is discarded; a connection with a longer body is closed. */
const ANSWER_BYTES_MAX = 16_384
/** Per service. Over HTTP/1.1 each carries one push at a time, over HTTP/2 up to `STREAMS`. */
const CONNECTIONS = 32
const STREAMS = 64

const NO_HEADERS = new Headers()

/** Posts to public addresses only [SAFE-11]. With `mayBeOwn`, for tests, it also posts to this machine. */
export const openPushPost = ({
  mayBeOwn = false,
  lookup = lookUp,
  timeoutMs = TIMEOUT_MS,
  ca,
}: Options = {}): PushPost => {
  const dispatcher = new Agent({
    allowH2: true,
    connections: CONNECTIONS,
    // Over HTTP/1.1 no second POST is sent before the first is answered, whatever this says.
    pipelining: STREAMS,
    maxConcurrentStreams: STREAMS,
    keepAliveTimeout: IDLE_MS,
    // One timer limits the whole exchange. This one of undici is shorter: after it, undici asks whether the connection still lives. Else
    // all pushes would wait on one that a firewall has forgotten, until the system ends it after a quarter of an hour.
    headersTimeout: Math.round(timeoutMs * HEAD_PART),
    bodyTimeout: 0,
    connect: { lookup: mayBeOwn ? lookup : publicOnly(lookup), ...(ca === undefined ? {} : { ca }) },
  })
  return (url, { headers, body }) =>
    new Promise((resolve, reject) => {
      // An IP address in the URL would skip the lookup and its check.
      if (!mayBeOwn && (url.protocol !== 'https:' || isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0))
        throw new Error('A push service has a name, and https')
      // Redirects are not followed: a push service answers directly and must not send us elsewhere.
      dispatcher.dispatch(
        { origin: url.origin, path: url.pathname + url.search, method: 'POST', headers, body },
        new AnswerReader(resolve, reject, timeoutMs),
      )
    })
}

/**
 * Resolves with the head of the answer, and reads the body, so that the connection can be reused. The status is known then; a
 * failure of the body does not matter. `request` of undici does the same with a stream and an abort signal for each
 * push, which takes 30 µs more.
 */
class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: PushAnswer) => void
  readonly #reject: (error: Error) => void
  readonly #timer: NodeJS.Timeout
  #controller: Dispatcher.DispatchController | undefined
  #timedOut: Error | undefined
  #bodyBytes = 0

  constructor(resolve: (answer: PushAnswer) => void, reject: (error: Error) => void, timeoutMs: number) {
    this.#resolve = resolve
    this.#reject = reject
    this.#timer = setTimeout(() => {
      this.#timedOut = new Error(`The push service did not answer in ${timeoutMs} ms`)
      // A push that waits for a connection has no controller yet.
      this.#controller?.abort(this.#timedOut)
      reject(this.#timedOut)
    }, timeoutMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#timedOut) controller.abort(this.#timedOut)
  }

  onResponseStart(_: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    // An interim answer comes before the answer.
    if (status < 200) return
    const after = headers['retry-after']
    this.#resolve({ status, headers: typeof after === 'string' ? new Headers({ 'retry-after': after }) : NO_HEADERS })
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bodyBytes += chunk.length
    if (this.#bodyBytes > ANSWER_BYTES_MAX) controller.abort(new Error('The answer of the push service is too long'))
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer)
  }

  onResponseError(_: unknown, error: Error): void {
    clearTimeout(this.#timer)
    this.#reject(error)
  }
}

/** A DNS lookup that returns public addresses only. */
export const publicOnly =
  (lookup: LookupFunction): LookupFunction =>
  (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found, family = 0) => {
      if (error) return done(error, [])
      const all = typeof found === 'string' ? [{ address: found, family }] : found
      const addresses = all.filter(({ address }) => isPublicAddress(address))
      const [first] = addresses
      if (!first) return done(new Error('It has no public address'), [])
      if (options.all === true) return done(null, addresses)
      done(null, first.address, first.family)
    })
  }
