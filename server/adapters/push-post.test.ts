import { createServer, type Server } from 'node:http'
import { createSecureServer } from 'node:http2'
import { connect, createServer as createFirewall, type AddressInfo, type LookupFunction, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { selfSigned } from './certificate.ts'
import { openPushPost, publicOnly } from './push-post.ts'
import { isPublicAddress } from './public-address.ts'

/** A server on loopback, in place of any service in our own network. */
let server: Server
let connections = 0
let asked: string[] = []
let answer: (path: string) => { status: number; headers?: Record<string, string>; body?: string }
let port = 0

beforeEach(async () => {
  connections = 0
  asked = []
  answer = () => ({ status: 201 })
  server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const path = request.url ?? ''
      asked.push(path)
      if (path === '/silent') return
      const { status, headers, body } = answer(path)
      response.writeHead(status, headers).end(body)
    })
  })
  server.on('connection', () => (connections += 1))
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', () => listening.resolve())
  await listening.promise
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** A DNS lookup that returns these addresses. */
const saying =
  (...addresses: string[]): LookupFunction =>
  (_name, { all }, tell) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    if (all === true) tell(null, found)
    else tell(null, found[0]?.address ?? '', found[0]?.family ?? 0)
  }

const push = { headers: { ttl: '60' }, body: new TextEncoder().encode('sealed') }
const openOnes = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
const url = (path = '/', scheme = 'https') => new URL(`${scheme}://push.example.test:${port}${path}`)

test.each([
  ['loopback', ['127.0.0.1']],
  ['loopback, as IPv6 writes it', ['::ffff:127.0.0.1']],
  ['the unspecified address, and loopback', ['0.0.0.0', '127.0.0.1']],
])('[SAFE-11] a known name that leads to %s is not connected to', async (_kind, addresses) => {
  const lookup = saying(...addresses)
  await expect(openPushPost({ lookup })(url(), push)).rejects.toThrow('no public address')
  expect(connections).toBe(0)
  // With own addresses allowed, the same request connects and fails only at the certificate.
  await expect(openPushPost({ lookup, mayBeOwn: true, timeoutMs: 5_000 })(url(), push)).rejects.toThrow('wrong version')
  expect(connections).toBeGreaterThan(0)
})

test.each([true, false])('[SAFE-11] only the public addresses of a name are returned (all: %s)', async (all) => {
  const lookup = publicOnly(saying('127.0.0.1', '142.250.180.10', 'fd00::1', '2a00:1450:4002:410::200a'))
  const told = await new Promise((resolve) =>
    lookup('push.example.test', { all }, (_error, ...found) => resolve(found)),
  )
  const [first, second] = [
    { address: '142.250.180.10', family: 4 },
    { address: '2a00:1450:4002:410::200a', family: 6 },
  ]
  expect(told).toEqual(all ? [[first, second]] : [first.address, first.family])
})

test('[SAFE-11] an address in place of a name, or plain http, is refused', async () => {
  const post = openPushPost({ lookup: saying('127.0.0.1') })
  for (const to of [`https://127.0.0.1:${port}/`, `https://[::1]:${port}/`, `http://push.example.test:${port}/`])
    await expect(post(new URL(to), push)).rejects.toThrow('has a name')
  expect(connections).toBe(0)
})

const near = (timeoutMs?: number) =>
  openPushPost({ mayBeOwn: true, lookup: saying('127.0.0.1'), ...(timeoutMs === undefined ? {} : { timeoutMs }) })

test('[PWA-5] a connection is reused for the next pushes', async () => {
  const post = near()
  answer = () => ({ status: 201, body: 'taken' })
  for (let count = 0; count < 20; count += 1) expect((await post(url('/', 'http'), push)).status).toBe(201)
  expect(asked).toHaveLength(20)
  // Wait, since the next push may start before the previous answer has been read to its end.
  expect(connections).toBeLessThan(5)
})

test('[SAFE-11] a redirect is returned as an answer and not followed', async () => {
  answer = () => ({ status: 307, headers: { location: '/elsewhere' } })
  expect((await near()(url('/here', 'http'), push)).status).toBe(307)
  expect(asked).toEqual(['/here'])
})

test('[PWA-5] the Retry-After header of the service is returned', async () => {
  answer = () => ({ status: 429, headers: { 'retry-after': '120' } })
  const { status, headers } = await near()(url('/', 'http'), push)
  expect([status, headers.get('retry-after')]).toEqual([429, '120'])
})

test('[SAFE-11] a service that does not answer runs into the timeout', async () => {
  await expect(near(100)(url('/silent', 'http'), push)).rejects.toThrow('did not answer in 100 ms')
  expect(asked).toEqual(['/silent'])
})

const lateLookup: LookupFunction = (...args) => void setTimeout(() => saying('127.0.0.1')(...args), 300)

test('[SAFE-11] a push whose connection opens too late runs into the timeout, and is not sent any more', async () => {
  await expect(
    openPushPost({ mayBeOwn: true, lookup: lateLookup, timeoutMs: 100 })(url('/', 'http'), push),
  ).rejects.toThrow('did not answer in 100 ms')
  await expect.poll(() => connections).toBe(1)
  await near()(url('/next', 'http'), push)
  expect(asked).toEqual(['/next'])
})

test('[PWA-5] an interim answer is not taken for the answer', async () => {
  server.prependListener('request', (_, response) => response.writeProcessing())
  expect((await near()(url('/', 'http'), push)).status).toBe(201)
})

test('[SAFE-11] a body that does not end is disconnected after the timeout, and its status counts', async () => {
  server.removeAllListeners('request')
  server.on('request', (_, response) => response.writeHead(201).write('x'))
  expect((await near(200)(url('/', 'http'), push)).status).toBe(201)
  expect(await openOnes()).toBe(1)
  await expect.poll(openOnes).toBe(0)
})

test('[SAFE-11] a service with an endless body is disconnected, and its status counts', async () => {
  answer = () => ({ status: 201, body: 'x'.repeat(5_000_000) })
  const post = near()
  expect((await post(url('/one', 'http'), push)).status).toBe(201)
  await expect.poll(openOnes).toBe(0)
})

test('[PWA-5] a service that speaks HTTP/2 gets many pushes at once over a few connections', async () => {
  const { key, cert } = selfSigned('push.example.test', Date.now())
  const service = createSecureServer({ key, cert })
  const opened = new Set<unknown>()
  // Nobody is answered before so many wait: a client that sends fewer at once waits for ever.
  const AT_ONCE = 101
  const waiting: (() => void)[] = []
  let mayAnswer = false
  service.on('session', (session) => opened.add(session))
  service.on('stream', (stream) => {
    waiting.push(() => {
      stream.respond({ ':status': 201 })
      stream.end()
    })
    mayAnswer ||= waiting.length === AT_ONCE
    if (mayAnswer) for (const answer of waiting.splice(0)) answer()
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', () => resolve()))
  const { port: own } = service.address() as AddressInfo
  const post = openPushPost({ mayBeOwn: true, lookup: saying('127.0.0.1'), ca: cert })
  const to = new URL(`https://push.example.test:${own}/`)
  const answers = await Promise.all(Array.from({ length: 200 }, () => post(to, push)))
  expect(answers.every(({ status }) => status === 201)).toBe(true)
  expect(opened.size).toBeLessThan(10)
  for (const session of opened) (session as { destroy: () => void }).destroy()
  await new Promise((resolve) => service.close(resolve))
})

test('[PWA-5] a connection that a firewall has forgotten is replaced by a new one', async () => {
  const { key, cert } = selfSigned('push.example.test', Date.now())
  const service = createSecureServer({ key, cert }, (_, response) => response.writeHead(201).end())
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', () => resolve()))
  const { port: behind } = service.address() as AddressInfo
  const passed: Socket[] = []
  const firewall = createFirewall((socket) => {
    const onwards = connect(behind, '127.0.0.1')
    passed.push(socket, onwards)
    for (const side of [socket, onwards]) side.on('error', () => undefined)
    socket.pipe(onwards).pipe(socket)
  })
  await new Promise<void>((resolve) => firewall.listen(0, '127.0.0.1', () => resolve()))
  const to = new URL(`https://push.example.test:${(firewall.address() as AddressInfo).port}/`)
  const post = openPushPost({ mayBeOwn: true, lookup: saying('127.0.0.1'), ca: cert, timeoutMs: 500 })
  expect((await post(to, push)).status).toBe(201)

  for (const socket of passed) socket.unpipe().pause()
  await expect(post(to, push)).rejects.toThrow(/timeout after 450|did not answer in 500/)
  const status = (): Promise<number> =>
    post(to, push).then(
      (answer) => answer.status,
      () => 0,
    )
  // The site is busy: there is always a push under way, so the connection is never idle.
  await expect.poll(status, { timeout: 10_000 }).toBe(201)
  for (const socket of passed) socket.destroy()
  firewall.close()
  service.close()
})

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
