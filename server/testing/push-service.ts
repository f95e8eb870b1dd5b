/** A push service on loopback that records its requests and answers as the test says. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type ReceivedPush = { path: string; headers: IncomingHttpHeaders; body: Buffer }
type PushAnswer = { status: number; headers?: Record<string, string> }

export type PushService = {
  origin: string
  pushed: ReceivedPush[]
  /** The answers to the next requests, by path; 201 by default. */
  answers: Map<string, PushAnswer>
  /** From now on requests are neither recorded nor answered. */
  hold: () => void
  release: () => void
  close: () => Promise<void>
}

export const pushService = async (): Promise<PushService> => {
  const pushed: ReceivedPush[] = []
  const answers = new Map<string, PushAnswer>()
  let isHeld = false
  const server = createServer((request, response) => {
    if (isHeld) return
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      pushed.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
      const { status, headers } = answers.get(path) ?? { status: 201 }
      response.writeHead(status, headers).end()
    })
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', () => listening.resolve())
  await listening.promise
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pushed,
    answers,
    hold: () => {
      isHeld = true
    },
    release: () => {
      isHeld = false
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
