/** Where a request comes from, as a key to count by: an IPv4 address, or the /64 network of an IPv6 one. */
import { isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Env } from '../env.ts'

/** @param env `TRUST_PROXY` says how many proxies of ours stand in front; the last address they did not write counts */
export const addressOf = (c: Context, { TRUST_PROXY }: Pick<Env, 'TRUST_PROXY'>): string => {
  const forwarded =
    c.req
      .header('x-forwarded-for')
      ?.split(',')
      .map((part) => part.trim()) ?? []
  const proxied = TRUST_PROXY > 0 ? forwarded.at(-TRUST_PROXY) : undefined
  return networkOf(proxied ?? socketAddress(c))
}

const socketAddress = (c: Context): string => {
  try {
    return getConnInfo(c).remote.address ?? 'unknown'
  } catch {
    // Asked without a socket, as in tests.
    return 'unknown'
  }
}

const networkOf = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const whole = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ? tail.split(':') : [])]
  return `${whole.slice(0, 4).join(':')}::/64`
}
