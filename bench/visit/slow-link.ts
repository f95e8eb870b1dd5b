/**
 * A SOCKS5 proxy (RFC 1928) that is a slow link for everything the browser does. DevTools' own throttling leaves the
 * service worker's traffic at full speed, which would flatter us. Not modelled: TCP slow start, loss, DNS.
 */
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPipe, type Pipe } from './pipe.ts'

export type SlowLink = {
  port: number
  /** Bytes that reached the browser so far. */
  received: () => number
  /** Breaks every connection and refuses new ones. */
  cut: () => void
  close: () => void
}

type LinkSpeed = { roundTripMs: number; downKbps: number; upKbps: number }

export const openSlowLink = async ({ roundTripMs, downKbps, upKbps }: LinkSpeed): Promise<SlowLink> => {
  const down = createPipe(downKbps, roundTripMs / 2)
  const up = createPipe(upKbps, roundTripMs / 2)
  const sockets = new Set<Socket>()
  let isCut = false

  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }

  const serve = async (browser: Socket): Promise<void> => {
    const wanted = await greeted(browser)
    if (wanted === null || isCut) {
      browser.end(reply(REFUSED))
      return
    }
    // The TCP handshake.
    await sleep(roundTripMs)
    const site = connect(wanted)
    keep(site)
    site.once('error', () => browser.end(reply(UNREACHABLE)))
    site.once('connect', () => {
      if (!browser.destroyed) browser.write(reply(GRANTED))
      join(down, site, browser)
      join(up, browser, site)
    })
  }

  const server = createServer((browser) => {
    keep(browser)
    void serve(browser)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const cut = (): void => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: portOf(server),
    received: down.delivered,
    cut,
    close: () => {
      cut()
      server.close()
    },
  }
}

const VERSION = 5
const GRANTED = 0
const REFUSED = 2
const UNREACHABLE = 4
const IPV4 = 1
const NAME = 3

const reply = (code: number): Buffer => Buffer.from([VERSION, code, 0, IPV4, 0, 0, 0, 0, 0, 0])

/** Answers the greeting and reads what the browser wants to reach; null for what this proxy does not speak. */
const greeted = async (browser: Socket): Promise<{ host: string; port: number } | null> => {
  const bytes = reader(browser)
  const [, methods = 0] = await bytes(2)
  await bytes(methods)
  browser.write(Buffer.from([VERSION, 0]))
  const [, , , kind] = await bytes(4)
  if (kind !== IPV4 && kind !== NAME) return null
  const host =
    kind === IPV4 ? [...(await bytes(4))].join('.') : (await bytes((await bytes(1))[0] ?? 0)).toString('latin1')
  const port = (await bytes(2)).readUInt16BE()
  browser.pause()
  return { host: host === 'localhost' ? '127.0.0.1' : host, port }
}

/** Reads exactly so many bytes; a connection that ends before that never answers. */
const reader = (socket: Socket) => {
  const next = (count: number): Promise<Buffer> =>
    new Promise((resolve) => {
      if (count === 0) return resolve(Buffer.alloc(0))
      const look = (): void => {
        const bytes = socket.read(count) as Buffer | null
        if (bytes === null) socket.once('readable', look)
        else resolve(bytes)
      }
      look()
    })
  return next
}

const join = (pipe: Pipe, from: Socket, to: Socket): void => {
  const flow = { from, to, queue: [], size: 0, isListed: false }
  from.on('data', (data) => pipe.push(flow, data))
  from.on('end', () => pipe.push(flow, null))
  from.on('close', () => setTimeout(() => to.destroy(), 5_000).unref())
  from.resume()
}

const portOf = (server: Server): number => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) return address.port
  throw new Error('The proxy has no port')
}
