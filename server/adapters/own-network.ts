/** Addresses that are no place on the public Internet: ours, a neighbour's, or nobody's (RFC 6890, RFC 4193, RFC 6598). */
import { BlockList, isIP } from 'node:net'

const V4: [string, number][] = [
  // This host, and what is unspecified.
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  // Private.
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  // Behind a provider's address translation.
  ['100.64.0.0', 10],
  // Link-local: there a cloud's machine asks for its keys.
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
  // Unspecified, this host, and IPv4 as it was once written.
  ['::', 96],
  ['100::', 64],
  ['64:ff9b:1::', 48],
  ['2001:db8::', 32],
  // Tunnels: they carry an IPv4 address inside.
  ['2001::', 32],
  ['2002::', 16],
  // Unique-local; link-local, site-local; multicast.
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]

/** Where a network has IPv6 alone, IPv4 stands behind this. */
const TRANSLATED = '64:ff9b::'

const notPublic = new BlockList()
for (const [net, prefix] of V4) {
  // Also as it stands in IPv6 (`::ffff:10.0.0.1`): `check` sees to that.
  notPublic.addSubnet(net, prefix, 'ipv4')
  notPublic.addSubnet(TRANSLATED + net, 96 + prefix, 'ipv6')
}
for (const [net, prefix] of V6) notPublic.addSubnet(net, prefix, 'ipv6')

/** What is no address at all is not public either. */
export const isPublicAddress = (address: string): boolean => {
  // `fe80::1%eth0`
  const [bare = ''] = address.split('%')
  const family = isIP(bare)
  return family !== 0 && !notPublic.check(bare, family === 4 ? 'ipv4' : 'ipv6')
}
