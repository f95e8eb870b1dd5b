/**
 * A stand-in for the part of Mollie's API that we use, on loopback, after its public reference
 * (https://docs.mollie.com/reference). It stores what it gets, checks it as Mollie would, and can be slow, down or
 * refuse.
 */
import http, { type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { mollieRules, type Json, type MollieAnswer, type MollieState } from './mollie-rules.ts'

type MollieAsked = { method: string; path: string; headers: IncomingHttpHeaders; body: Json }

type Failure = number | 'silence' | 'lost'

export type MollieStandIn = {
  url: string
  apiKey: string
  asked: MollieAsked[]
  state: MollieState
  /** Changes a payment, as its payer, the bank or Mollie would. */
  change: (payment: string, what: Json) => void
  /**
   * The next `times` requests get this status or no answer: `silence` before a write, `lost` after it was carried out.
   */
  fail: (how: Failure, times?: number) => void
  /** Simulates that an hour has passed: the answers to idempotency keys expire. */
  forgetKeys: () => void
  close: () => Promise<void>
}

const API_KEY = 'test_aStandInKnowsNoSecretsAtAll01'

export const mollieStandIn = async (): Promise<MollieStandIn> => {
  const state: MollieState = { payments: new Map(), customers: new Map(), mandates: new Map(), refunds: new Map() }
  const rules = mollieRules(state)
  const asked: MollieAsked[] = []
  const answeredByKey = new Map<string, MollieAnswer>()
  let failures: Failure[] = []

  const answer = ({ method, path, headers, body }: MollieAsked): MollieAnswer => {
    if (headers.authorization !== `Bearer ${API_KEY}`)
      return { status: 401, body: { status: 401, title: 'Unauthorized Request', detail: 'Missing authentication' } }
    const key = headers['idempotency-key']
    const before = typeof key === 'string' ? answeredByKey.get(key) : undefined
    if (before) return before
    const answered = rules(method, path, body)
    // Mollie remembers the key of a successful request only.
    if (typeof key === 'string' && answered.status < 400) answeredByKey.set(key, answered)
    return answered
  }

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const { method = '', url = '', headers } = request
      const one = { method, path: url, headers, body: text === '' ? {} : (JSON.parse(text) as Json) }
      asked.push(one)
      const failure = failures[0] === 'lost' && method !== 'POST' ? undefined : failures.shift()
      if (failure === 'silence') return
      const { status, body } =
        failure === undefined || failure === 'lost'
          ? answer(one)
          : { status: failure, body: { status: failure, title: 'No', detail: 'No' } }
      if (failure === 'lost') return
      response.writeHead(status, { 'content-type': 'application/hal+json', 'retry-after': '0' })
      response.end(status === 204 ? undefined : JSON.stringify(body))
    })
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', () => listening.resolve())
  await listening.promise
  const undo = speakPlainly()

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
    apiKey: API_KEY,
    asked,
    state,
    change: (payment, what) => {
      state.payments.set(payment, { ...state.payments.get(payment), ...what })
    },
    fail: (how, times = 1) => {
      failures = Array.from({ length: times }, () => how)
    },
    forgetKeys: () => answeredByKey.clear(),
    close: async () => {
      undo()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Mollie's client makes itself a TLS agent, and with that agent it refuses plain HTTP. */
const speakPlainly = (): (() => void) => {
  const { Agent } = https
  Object.assign(https, { Agent: http.Agent })
  return () => {
    Object.assign(https, { Agent })
  }
}
