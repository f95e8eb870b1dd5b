/** Every call of the table has a limit that the server really counts, or a reason to have none [SAFE-6]. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#contract/call.ts'
import { callOf, calls, isServerCall, type ServerCall } from '#contract/calls.ts'
import { REQUEST_TYPE, REQUEST_TYPE_HEADER } from '#contract/device.ts'
import { CALL_LIMITS } from './call-limits.ts'
import { refuse } from './http/reply.ts'
import { createHereBus } from './bus/open.ts'
import { RATES, type RateName } from './rates.ts'
import type { TestMember } from './testing/members.ts'
import { rawRequest } from './testing/raw-request.ts'
import { sampleInputs } from './testing/sample-inputs.ts'
import { createTestServer, type TestServer } from './testing/test-server.ts'

type Parts = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

const NAMES = Object.keys(calls).filter(isServerCall)

let server: TestServer
let anna: TestMember
let samples: Record<string, Parts>
let counted: { name: RateName; who: string | number }[] = []

const refuseAll = (name: RateName, who: string | number) => {
  counted.push({ name, who })
  return Promise.resolve(refuse('rate_limited', { retry_after: 7 }))
}

beforeAll(async () => {
  server = await createTestServer({ bus: { ...createHereBus(() => 0, null), use: refuseAll }, env: { TRUST_PROXY: 1 } })
  anna = await server.signUp('Anna', { paid: true })
  samples = sampleInputs(anna.id, (await server.signUp('Bert')).id) as Record<string, Parts>
})
afterAll(() => server.close())

const ask = async (name: (typeof NAMES)[number], cookie: string | undefined) => {
  counted = []
  const { params, query, body } = samples[name] ?? {}
  const call = callOf(name)
  const [path = '', when] = pathOf(call, params).split('?')
  const search = new URLSearchParams([...new URLSearchParams(when), ...Object.entries(query ?? {})])
  return rawRequest(server.app, `http://localhost${path}?${search.toString()}`, {
    method: call.method,
    headers: {
      [REQUEST_TYPE_HEADER]: REQUEST_TYPE,
      'x-forwarded-for': '192.0.2.7:4711',
      ...(cookie === undefined ? {} : { cookie }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

const rateOf = (name: ServerCall): RateName | null => {
  const limit = CALL_LIMITS[name]
  return 'rate' in limit ? limit.rate : null
}

const countedFirst = NAMES.filter((name) => rateOf(name) !== null)

test.each(countedFirst)('[SAFE-6] %s is counted per member, before its work', async (name) => {
  const { status, text } = await ask(name, anna.cookie)
  expect([status, JSON.parse(text)]).toEqual([429, { error: 'rate_limited', retry_after: 7 }])
  expect(counted).toEqual([{ name: rateOf(name), who: anna.id }])
})

test.each(countedFirst.filter((name) => callOf(name).who === 'visitor'))(
  '[SAFE-6] %s is counted for the network of a visitor',
  async (name) => {
    expect((await ask(name, undefined)).status).toBe(429)
    expect(counted).toEqual([{ name: rateOf(name), who: '192.0.2.7' }])
  },
)

test.each(NAMES.filter((name) => rateOf(name) === null))(
  '[SAFE-6] %s is not counted before its work, and says why',
  async (name) => {
    const limit = CALL_LIMITS[name]
    const reason = 'none' in limit ? limit.none : 'why' in limit ? limit.why : ''
    expect(reason.length).toBeGreaterThan(20)
    // Called as a visitor: a logout as a member would end the session of all other calls.
    await ask(name, undefined)
    const within: readonly string[] = 'within' in limit ? (limit.within ?? []) : []
    expect(counted.filter((count) => !within.includes(count.name))).toEqual([])
  },
)

test('[SAFE-6] every limit of the table is used by a call', () => {
  const used = NAMES.flatMap((name) => {
    const limit = CALL_LIMITS[name]
    return [rateOf(name), ...('within' in limit ? (limit.within ?? []) : [])]
  })
  // The desk's own table of calls shares one limit (`http/mount-desk.ts`), and a partner's page and photos are no calls
  // (`http/partner-page.ts`, `areas/site/photo-file.ts`).
  const elsewhere = new Set(['desk', 'partner', 'photo', 'visitor_photo'])
  const unused = Object.keys(RATES).filter((name) => !elsewhere.has(name) && !used.some((one) => one === name))
  expect(unused).toEqual([])
})

test('[SAFE-6] an outbox of 500 writes after a week offline gets through by waiting for Retry-After', async () => {
  for (const name of ['write', 'swipe', 'block', 'profile', 'message', 'like'] as const) {
    let now = 0
    const { use } = createHereBus(() => now, RATES)
    for (let sent = 0; sent < 500;) {
      const refused = await use(name, 1)
      if (refused) now += (refused.body.retry_after ?? 0) * 1_000
      else sent += 1
    }
    expect(now / 60_000, `${name}: minutes`).toBeLessThanOrEqual(35)
  }
})
