import { expect, test } from 'vitest'
import { isPublicAddress } from './own-network.ts'

test.each([
  ['this host', '127.0.0.1 127.255.255.254 ::1 0.0.0.0 0.1.2.3 ::'],
  ['private', '10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.1.1'],
  ['behind a provider', '100.64.0.1 100.127.255.255'],
  ['link-local', '169.254.169.254 fe80::1 fe80::1%eth0 febf::1 fec0::1'],
  ['unique-local', 'fc00::1 fd12:3456::1'],
  ['multicast, broadcast, reserved', '224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 ff02::1'],
  ['documentation and measurements', '192.0.2.1 198.51.100.1 203.0.113.1 198.18.0.1 192.0.0.8 2001:db8::1 100::1'],
  [
    'IPv4 within IPv6',
    '::ffff:127.0.0.1 ::ffff:a00:1 ::10.0.0.1 64:ff9b::192.168.0.1 64:ff9b:1::1 2002:7f00:1::1 2001::1',
  ],
  ['no address', 'localhost fcm.googleapis.com 2130706433 [::1]'],
])('[SAFE-11] %s is no public address', (_kind, addresses) => {
  expect(addresses.split(' ').filter(isPublicAddress)).toEqual([])
})

test('[SAFE-11] the addresses of push services are public', () => {
  const addresses =
    '142.250.180.10 17.188.143.34 9.255.255.255 11.0.0.1 172.15.0.1 172.32.0.1 100.63.255.255 100.128.0.1 ' +
    '169.253.0.1 192.167.0.1 223.255.255.255 2a00:1450:4002:410::200a 2620:149:208::1 ::ffff:142.250.180.10 64:ff9b::8.8.8.8'
  expect(addresses.split(' ').filter((address) => !isPublicAddress(address))).toEqual([])
})
