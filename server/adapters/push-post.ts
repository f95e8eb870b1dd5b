/**
 * Posts a push to its push service. The address is checked when the connection opens, since a public name may resolve
 * to an address in our own network [SAFE-11]. A service that speaks HTTP/2 gets many pushes at once over a few shared
 * connections (decision 22).
 */
import { lookup as lookUp } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import { isPublicAddress } from './own-network.ts'

export type PushPost = (
  url: URL,
  push: { headers: Record<string, string>; body: Uint8Array },
) => Promise<Pick<Response, 'status' | 'headers'>>

type Options = {
  /** For tests: a stand-in runs beside the server, on plain http. */
  mayBeOwn?: boolean
  lookup?: LookupFunction
  timeoutMs?: number
  /** For tests: the certificate of a stand-in. */
  ca?: string
}

const TIMEOUT_MS = 10_000
/** A service may close an idle connection any moment, so one that idled this long is not reused. */
const IDLE_MS = 15_000
/** The body of an answer is discarded; a connection with a longer body is closed. */
const ANSWER_BYTES_MAX = 16_384
/** Per service. Over HTTP/1.1 each carries one push at a time, over HTTP/2 up to `STREAMS`. */
const CONNECTIONS = 32
const STREAMS = 64

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
    connect: { lookup: mayBeOwn ? lookup : publicOnly(lookup), ...(ca === undefined ? {} : { ca }) },
  })
  return async (url, { headers, body }) => {
    const isSecure = url.protocol === 'https:'
    // An IP address in the URL would skip the lookup and its check.
    if (!mayBeOwn && (!isSecure || isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0))
      throw new Error('A push service has a name, and https')
    // Redirects are not followed: a push service answers directly and must not send us elsewhere.
    const answer = await request(url, {
      method: 'POST',
      headers,
      body,
      dispatcher,
      signal: AbortSignal.timeout(timeoutMs),
    })
    // Reads the body, so that the connection can be reused. The status is known; a failure of the body does not matter.
    void answer.body.dump({ limit: ANSWER_BYTES_MAX }).catch(() => {})
    const after = answer.headers['retry-after']
    return {
      status: answer.statusCode,
      headers: new Headers(typeof after === 'string' ? { 'retry-after': after } : {}),
    }
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
