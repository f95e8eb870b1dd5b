/** Requests that tests form by hand: with Node's own request and response, from an address, and with a body that arrives late. */
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'

/** @returns the response, and for a stream the status written to Node's response */
export const rawRequest = async (
  app: Hono,
  url: string,
  init: RequestInit,
): Promise<{ status: number; text: string }> => {
  const incoming = new IncomingMessage(new Socket())
  const outgoing = new ServerResponse(incoming)
  const bindings: HttpBindings = { incoming, outgoing }
  const response = await app.request(url, init, bindings)
  if (!outgoing.headersSent) return { status: response.status, text: await response.text() }
  outgoing.emit('close')
  return { status: outgoing.statusCode, text: '' }
}

type LateBody = {
  body: ReadableStream<Uint8Array>
  /** Resolves once the server reads the body. */
  isAwaited: Promise<void>
  arrive: () => void
}

export const lateBody = (text: string): LateBody => {
  const [awaited, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        awaited.resolve()
        await arrived.promise
        controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { body, isAwaited: awaited.promise, arrive: () => arrived.resolve() }
}

/** Asks from an address, as the server's socket sees it. It listens on 10.0.0.5. */
export const requestFrom = (app: Hono, address: string, url: string, headers: Record<string, string> = {}) => {
  const incoming = { socket: { remoteAddress: address, localAddress: '10.0.0.5' } }
  return app.request(url, { headers }, { incoming })
}
