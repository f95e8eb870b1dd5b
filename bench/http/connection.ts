/**
 * One HTTP/1.1 connection that is kept open, one request at a time, over a bare socket: the load must cost less than
 * the server it measures, and every byte of an answer is to be counted.
 */
import { connect, type Socket } from 'node:net'

export type Answer = {
  status: number
  /** Status line and headers, without the empty line. */
  head: string
  body: string
  /** Everything that came over the wire. */
  bytes: number
}

export type Connection = {
  request: (method: string, path: string, headers: Record<string, string>, body?: string) => Promise<Answer>
  close: () => void
}

type WaitingRequest = { resolve: (answer: Answer) => void; reject: (error: Error) => void }

export const openConnection = async (port: number): Promise<Connection> => {
  const socket = await openSocket(port)
  let waiting: WaitingRequest | null = null
  let received = Buffer.alloc(0)

  socket.on('data', (bytes) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes])
    const answer = wholeAnswer(received)
    if (answer === null || waiting === null) return
    const { resolve } = waiting
    waiting = null
    received = Buffer.alloc(0)
    resolve(answer)
  })
  socket.on('close', () => waiting?.reject(new Error('The server closed the connection')))

  return {
    request: (method, path, headers, body) =>
      new Promise((resolve, reject) => {
        if (waiting !== null) throw new Error('One request at a time')
        if (socket.destroyed) throw new Error('The server has closed the connection')
        waiting = { resolve, reject }
        socket.write(requestText(method, path, port, headers, body))
      }),
    close: () => socket.destroy(),
  }
}

export const openSocket = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })

export const requestText = (
  method: string,
  path: string,
  port: number,
  headers: Record<string, string>,
  body?: string,
): string => {
  let head = `${method} ${path} HTTP/1.1\r\nhost: localhost:${port}\r\n`
  for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`
  return body === undefined
    ? `${head}\r\n`
    : `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** @returns the answer once all of it is there, else null */
const wholeAnswer = (received: Buffer): Answer | null => {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const head = received.toString('latin1', 0, headEnd)
  const status = Number(head.slice(9, 12))
  const bodyAt = headEnd + 4
  const answer = (body: string): Answer => ({ status, head, body, bytes: received.length })

  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length !== undefined)
    return received.length >= bodyAt + Number(length) ? answer(received.toString('utf8', bodyAt)) : null
  if (/\r\ntransfer-encoding: *chunked/i.test(head))
    return received.includes('0\r\n\r\n', -5) ? answer(unchunked(received.subarray(bodyAt))) : null
  // 204 and 304 have no body and need not say so.
  return answer('')
}

const unchunked = (bytes: Buffer): string => {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (!(size > 0)) break
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
  return Buffer.concat(parts).toString('utf8')
}
