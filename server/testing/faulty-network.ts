/** A network between devices and the server that cuts requests, loses answers and answers in the server's place. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * `cut`: the server gets a part of the request · `lost`: the server gets all of it, the device gets no answer ·
 * `failed`: a proxy answers 503 and the server gets nothing.
 */
export type Fault = 'none' | 'cut' | 'lost' | 'failed'

export type FaultyNetwork = {
  origin: string
  /** The server's present port; it changes with a restart. */
  to: (port: number) => void
  /** The number of connections per fault. */
  counts: Record<Fault, number>
  close: () => void
}

const ANSWER = 'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'

/** @param next returns the fault of the next connection, which has one request */
export const faultyNetwork = async (next: () => Fault): Promise<FaultyNetwork> => {
  const counts: Record<Fault, number> = { none: 0, cut: 0, lost: 0, failed: 0 }
  const open = new Set<Socket>()
  let target = 0

  const listener = createServer((device) => {
    const fault = next()
    counts[fault] += 1
    open.add(device)
    device.on('error', () => undefined)
    device.on('close', () => open.delete(device))
    if (fault === 'failed') {
      device.once('data', () => device.end(ANSWER))
      return
    }
    const server = connect(target, '127.0.0.1')
    server.on('error', () => device.resetAndDestroy())
    server.on('close', () => device.end())
    device.on('close', () => server.destroy())
    device.on('data', (bytes: Buffer) => {
      if (fault !== 'cut') server.write(bytes)
      else server.write(bytes.subarray(0, bytes.length / 2), () => device.resetAndDestroy())
    })
    server.on('data', (bytes: Buffer) => {
      if (fault === 'lost') device.resetAndDestroy()
      else device.write(bytes)
    })
  })
  const listening = Promise.withResolvers<void>()
  listener.listen(0, '127.0.0.1', () => listening.resolve())
  await listening.promise
  return {
    origin: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    to: (port) => {
      target = port
    },
    counts,
    close: () => {
      listener.close()
      for (const socket of open) socket.destroy()
    },
  }
}
