/**
 * The network of a request behind the operator's proxies, as a key for rate limits: an IPv4 address, or the /64 of an IPv6 address. A subscriber gets
 * at least a /64 (RFC 6177) and could use a new address in it for every request.
 */
import { createHmac } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, Hono } from 'hono'
import type { Logger } from 'pino'
import { isLocalHost, type Env } from '../env.ts'

/**
 * @param env `TRUST_PROXY` is the number of our own proxies; the last address that they did not write themselves counts
 */
export const addressOf = (c: Context, { TRUST_PROXY }: Pick<Env, 'TRUST_PROXY'>): string => {
  const forwarded = c.req.header('x-forwarded-for')?.split(',') ?? []
  const proxied = TRUST_PROXY > 0 ? forwarded.at(-TRUST_PROXY) : undefined
  return networkOf(proxied ?? socketAddress(c))
}

/**
 * The /48 around a /64 of `addressOf`, or null for IPv4. A hosting customer or a tunnel often gets a whole /48, so a
 * second, larger limit counts it.
 */
export const wideNetworkOf = (network: string): string | null => {
  if (!network.endsWith('::/64')) return null
  return `${network.slice(0, -'::/64'.length).split(':').slice(0, 3).join(':')}::/48`
}

/**
 * A network in a stored count. Without a key the hash of an IPv4 address is no secret: there are only four billion
 * [SAFE-9].
 * @param network as `addressOf` or `wideNetworkOf` returns it
 */
export const networkHash = ({ identityKey }: { identityKey: () => Buffer }, network: string): string =>
  createHmac('sha256', identityKey()).update(`network ${network}`).digest('base64url')

/** @param entry an address as a proxy writes it: plain, with a port, in brackets or in quotation marks */
export const networkOf = (entry: string): string => {
  const address = withoutPort(entry.trim().replaceAll('"', ''))
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
  const groups = groupsOf(address)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 6).join() === '0,0,0,0,0,65535'
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

const socketAddress = (c: Context): string => {
  try {
    return getConnInfo(c).remote.address ?? 'unknown'
  } catch {
    // Tests make requests without a socket.
    return 'unknown'
  }
}

/**
 * Whether a request was made on this very machine, such as by an operator with curl: both ends have the same address, or it came over
 * loopback. A proxy on the same machine passes on requests of others, and names them in a header.
 */
export const isFromThisMachine = (c: Context): boolean => {
  if ([...FORWARDING_HEADERS, 'X-Real-IP', 'Via'].some((name) => c.req.header(name) !== undefined)) return false
  const { remoteAddress, localAddress } = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket ?? {}
  return remoteAddress !== undefined && (remoteAddress === localAddress || isLocalHost(networkOf(remoteAddress)))
}

/** Azure and HAProxy add the client's port, which would make every connection a network of its own. */
const withoutPort = (entry: string): string => {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(entry) ?? []
  const [, dotted] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(entry) ?? []
  return bracketed ?? dotted ?? entry
}

/** The eight groups of a valid IPv6 address as numbers: one address has many spellings. */
const groupsOf = (address: string): number[] => {
  const [plain = ''] = address.split('%')
  const hexadecimal = plain.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a: string, b: string, c: string, d: string) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(':'),
  )
  const [head = [], tail] = hexadecimal.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const missing = tail === undefined ? 0 : 8 - head.length - tail.length
  return [...head, ...Array.from({ length: missing }, () => '0'), ...(tail ?? [])].map((group) => parseInt(group, 16))
}

/**
 * Logs one warning if requests come through a proxy and the server trusts none [OPS-9]. Otherwise the mistake shows
 * only once a rate limit refuses everybody.
 */
export const warnOfUntrustedProxy = (app: Hono, { env, log }: { env: Pick<Env, 'TRUST_PROXY'>; log: Logger }): void => {
  if (env.TRUST_PROXY > 0) return
  let isLogged = false
  app.use((c, next) => {
    const header = isLogged ? undefined : FORWARDING_HEADERS.find((name) => c.req.header(name) !== undefined)
    if (header !== undefined) {
      isLogged = true
      log.warn(untrustedProxyText(header))
    }
    return next()
  })
}

const FORWARDING_HEADERS = ['X-Forwarded-For', 'Forwarded'] as const

const untrustedProxyText = (header: (typeof FORWARDING_HEADERS)[number]): string => {
  const remedy = 'set TRUST_PROXY to the number of your proxies'
  return (
    `requests carry ${header} while TRUST_PROXY is 0, so all visitors share one address and a rate limit hits ` +
    `everybody: ${header === 'Forwarded' ? `let the proxy write X-Forwarded-For, and ${remedy}` : remedy}`
  )
}
