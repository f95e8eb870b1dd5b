/**
 * A stand-in for the push service that Chromium talks to: a real `pushManager.subscribe()`, a real encrypted POST from
 * the server, a real decryption by the browser. Needs a persistent context with `args` and granted notifications.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Server as NetServer, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { selfSigned } from '../../server/adapters/certificate.ts'
import { test as base } from './test.ts'

/** RFC 8030 §7.2: a push service takes at least 4096 bytes; the real ones take no more. */
const PUSH_BYTES_MAX = 4_096

export type PushService = {
  /** Value of PUSH_STAND_IN for the server. */
  url: string
  /** Arguments that send Chromium here instead of to Google. */
  args: string[]
  /** Number of pushes accepted so far. */
  accepted: () => number
  close: () => Promise<void>
}

type Subscription = { subtype: string; sender: string; app: string }

const startPushService = async (): Promise<PushService> => {
  const subscriptions = new Map<string, Subscription>()
  const browsers = new Set<Socket>()
  /** Pushes that came while no browser was connected. */
  const waiting: Buffer[] = []
  let accepted = 0

  const wire = createTlsServer(selfSigned('localhost', Date.now()), (socket) => {
    socket.on('error', () => socket.destroy())
    socket.on('close', () => browsers.delete(socket))
    const read = frameReader((tag) => {
      if (tag === FRAME.ping) socket.write(frame(FRAME.pong, Buffer.alloc(0)))
      if (tag !== FRAME.login) return
      socket.write(Buffer.concat([Buffer.from([VERSION]), frame(FRAME.loggedIn, field.bytes(1, 'login-1'))]))
      browsers.add(socket)
      for (const push of waiting.splice(0)) socket.write(push)
    })
    socket.on('data', read)
  })

  const deliver = (subscription: Subscription, encoding: string, body: Buffer): void => {
    accepted += 1
    const push = messageFrame(subscription, encoding, body, accepted)
    if (browsers.size === 0) waiting.push(push)
    for (const socket of browsers) socket.write(push)
  }

  const http = createServer((request, response) => {
    void bodyOf(request).then((body) => answer(request, response, body, subscriptions, deliver))
  })

  const [httpPort, wirePort] = await Promise.all([listen(http), listen(wire)])
  const url = `http://localhost:${httpPort}`
  return {
    url,
    args: [
      `--gcm-checkin-url=${url}/checkin`,
      `--gcm-registration-url=${url}/register`,
      `--gcm-mcs-endpoint=https://localhost:${wirePort}`,
      '--ignore-certificate-errors',
    ],
    accepted: () => accepted,
    close: async () => {
      for (const socket of browsers) socket.destroy()
      http.closeAllConnections()
      await Promise.all([closed(http), closed(wire)])
    },
  }
}

const VERSION = 41

const answer = (
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  subscriptions: Map<string, Subscription>,
  deliver: (subscription: Subscription, encoding: string, body: Buffer) => void,
): void => {
  const path = request.url ?? ''
  if (path.startsWith('/checkin')) {
    response.setHeader('content-type', 'application/x-protobuffer')
    response.end(Buffer.concat([field.number(1, 1), field.fixed64(7, 1_234_567_890_123n), field.fixed64(8, 987_654n)]))
    return
  }
  if (path.startsWith('/register')) {
    response.end(`token=${register(new URLSearchParams(body.toString()), subscriptions)}`)
    return
  }
  const token = /^\/(?:fcm\/send|wp)\/(.+)$/.exec(path)?.[1]
  const subscription = token === undefined ? undefined : subscriptions.get(decodeURIComponent(token))
  if (!subscription) response.statusCode = 410
  else if (body.length > PUSH_BYTES_MAX) response.statusCode = 413
  else {
    response.statusCode = 201
    response.setHeader('location', `/sent/${randomUUID()}`)
    deliver(subscription, request.headers['content-encoding'] ?? 'aes128gcm', body)
  }
  response.end()
}

/** Chromium asks for a token under a subtype that names the service worker, and deletes it the same way. */
const register = (form: URLSearchParams, subscriptions: Map<string, Subscription>): string => {
  const subtype = form.get('X-subtype') ?? form.get('subtype') ?? ''
  if (form.get('delete') === 'true') {
    for (const [token, held] of subscriptions) if (held.subtype === subtype) subscriptions.delete(token)
    return subtype
  }
  const token = `stand-in-${randomUUID()}`
  subscriptions.set(token, { subtype, sender: form.get('sender') ?? '', app: form.get('app') ?? '' })
  return token
}

const appData = (key: string, value: string): Buffer =>
  field.bytes(7, Buffer.concat([field.bytes(1, key), field.bytes(2, value)]))

/** Encodes a web push as the DataMessageStanza that Chromium expects. */
const messageFrame = ({ sender, app, subtype }: Subscription, encoding: string, body: Buffer, id: number): Buffer => {
  return frame(
    FRAME.message,
    Buffer.concat([
      field.bytes(2, randomUUID()),
      field.bytes(3, sender),
      field.bytes(5, app),
      appData('subtype', subtype),
      appData('content-encoding', encoding),
      field.bytes(9, randomUUID()),
      field.number(10, id),
      field.bytes(21, body),
    ]),
  )
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
}

const listen = (server: Server | NetServer): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

const closed = (server: Server | NetServer): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
  })

// The few bytes of Google's push protocol (MCS) that a stand-in has to speak: protocol buffers in tagged frames.

/** Tags of MCS frames. */
const FRAME = { ping: 0, pong: 1, login: 2, loggedIn: 3, message: 8 } as const

const varint = (value: number): Buffer => {
  const bytes: number[] = []
  let rest = value
  do {
    bytes.push((rest % 128) | (rest >= 128 ? 128 : 0))
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return Buffer.from(bytes)
}

/** Fields of a protocol buffer by wire type. */
const field = {
  number: (id: number, value: number): Buffer => Buffer.concat([varint(id << 3), varint(value)]),
  bytes: (id: number, value: string | Buffer): Buffer => {
    const content = Buffer.from(value)
    return Buffer.concat([varint((id << 3) | 2), varint(content.length), content])
  },
  fixed64: (id: number, value: bigint): Buffer => {
    const content = Buffer.alloc(8)
    content.writeBigUInt64LE(value)
    return Buffer.concat([varint((id << 3) | 1), content])
  },
}

const frame = (tag: number, body: Buffer): Buffer => Buffer.concat([Buffer.from([tag]), varint(body.length), body])

/** Collects bytes and hands out the tag of each whole frame; the first byte of a connection is the version. */
const frameReader = (onFrame: (tag: number) => void): ((bytes: Buffer) => void) => {
  let held: Buffer = Buffer.alloc(0)
  let versionSeen = false
  return (bytes) => {
    held = Buffer.concat([held, bytes])
    if (!versionSeen && held.length > 0) {
      versionSeen = true
      held = held.subarray(1)
    }
    for (let size = frameSize(held); size !== null && held.length >= size; size = frameSize(held)) {
      const tag = held[0]
      held = held.subarray(size)
      if (tag !== undefined) onFrame(tag)
    }
  }
}

/** Bytes of the frame at the beginning, or null while its length is not all there. */
const frameSize = (bytes: Buffer): number | null => {
  let length = 0
  for (let index = 1; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0
    length += (byte & 127) * 128 ** (index - 1)
    if (byte < 128) return index + 1 + length
  }
  return null
}

/** `test` with real pushes: the product sends them to the stand-in, which the browser uses as its push service. */
export const test = base.extend<{ pushService: PushService }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  pushService: async ({}, use) => {
    const service = await startPushService()
    await use(service)
    await service.close()
  },
  pushStandIn: async ({ pushService }, use) => use(pushService.url),
  browserArgs: async ({ pushService }, use) => use(pushService.args),
})
