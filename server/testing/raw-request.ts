/** A request with Node's own request and response, for calls that write to Node's response. */
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
