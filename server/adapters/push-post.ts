/**
 * Posts a push to its push service. The address is checked when the connection opens, since a public name may resolve
 * to an address in our own network [SAFE-11]. Connections are reused for the next pushes.
 */
import { lookup as lookUp } from 'node:dns'
import { Agent as HttpAgent, request as requestPlain, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
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
}

const TIMEOUT_MS = 10_000
/** A service may close an idle connection any moment, so one that idled this long is not reused. */
const REST_MS = 15_000
/** The body of an answer is discarded; a connection with a longer body is closed. */
const ANSWER_BYTES_MAX = 16_384

export const openPushPost = ({ mayBeOwn = false, lookup = lookUp, timeoutMs = TIMEOUT_MS }: Options = {}): PushPost => {
  const agentOptions = { keepAlive: true, timeout: REST_MS, lookup: mayBeOwn ? lookup : publicOnly(lookup) }
  const plain = new HttpAgent(agentOptions)
  const secure = new HttpsAgent(agentOptions)
  return (url, { headers, body }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Pick<Response, 'status' | 'headers'>>()
    const isSecure = url.protocol === 'https:'
    // An IP address in the URL would skip the lookup and its check.
    if (!mayBeOwn && (!isSecure || isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0)) {
      reject(new Error('A push service has a name, and https'))
      return promise
    }
    const signal = AbortSignal.timeout(timeoutMs)
    // Redirects are not followed: a push service answers directly and must not send us elsewhere.
    const request = isSecure
      ? requestSecure(url, { method: 'POST', headers, agent: secure, signal })
      : requestPlain(url, { method: 'POST', headers, agent: plain, signal })
    request.on('error', reject)
    request.on('response', (response) => {
      passOver(response)
      const { 'retry-after': after } = response.headers
      resolve({
        status: response.statusCode ?? 0,
        headers: new Headers(after === undefined ? {} : { 'retry-after': after }),
      })
    })
    request.end(body)
    return promise
  }
}

/** Reads the body to its end, so that the connection can be reused. */
const passOver = (response: IncomingMessage): void => {
  let bytes = 0
  // The status is known already; a failure of the body does not matter.
  response.on('error', () => {})
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > ANSWER_BYTES_MAX) response.destroy()
  })
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
