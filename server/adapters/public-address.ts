/** Which addresses are on the public Internet, for everything that the server connects to or names to others [SAFE-11]. */
import { BlockList, isIP } from 'node:net'

/** Addresses that are not on the public Internet: private, local or reserved (RFC 6890, RFC 4193, RFC 6598). */
const V4: [string, number][] = [
  // This host and the unspecified address.
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  // Private.
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  // Behind a provider's address translation (NAT).
  ['100.64.0.0', 10],
  // Link-local: a cloud machine gets its credentials from there.
  ['169.254.0.0', 16],
  // For protocols, documentation, measurements.
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast; reserved, broadcast.
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

const V6: [string, number][] = [
  // Unspecified, this host, and the old IPv4-compatible form.
  ['::', 96],
  ['100::', 64],
  ['64:ff9b:1::', 48],
  ['2001:db8::', 32],
  // Tunnels that contain an IPv4 address.
  ['2001::', 32],
  ['2002::', 16],
  // Unique-local; link-local, site-local; multicast.
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]

/** The prefix of IPv4 addresses in an IPv6-only network (NAT64). */
const TRANSLATED = '64:ff9b::'

const notPublic = new BlockList()
for (const [net, prefix] of V4) {
  // `check` also covers the form inside IPv6 (`::ffff:10.0.0.1`).
  notPublic.addSubnet(net, prefix, 'ipv4')
  notPublic.addSubnet(TRANSLATED + net, 96 + prefix, 'ipv6')
}
for (const [net, prefix] of V6) notPublic.addSubnet(net, prefix, 'ipv6')

/** A text that is no address counts as not public. */
export const isPublicAddress = (address: string): boolean => {
  // `fe80::1%eth0`
  const [bare = ''] = address.split('%')
  const family = isIP(bare)
  return family !== 0 && !notPublic.check(bare, family === 4 ? 'ipv4' : 'ipv6')
}
