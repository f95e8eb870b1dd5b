import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CallName } from '#contract/calls.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { createHereBus } from './bus/open.ts'
import { RATES, WIDE_NETWORK_FACTOR, type RateName } from './rates.ts'
import { createApp } from './app.ts'
import { callsOn, type CallResult } from './testing/calls.ts'
import { testClock, createTestServer, type TestServer } from './testing/test-server.ts'
import { signupForm } from './testing/forms.ts'
import { TEST_PASSWORD, type TestMember } from './testing/members.ts'

describe('a rate', () => {
  test('[SAFE-6] allows its count at once, then one by one over time, and says when', async () => {
    const clock = testClock()
    const { use } = createHereBus(clock.now, { ...RATES, like: { count: 3, perMs: 30_000 } })
    const like = async () => (await use('like', 7))?.body ?? null
    expect([await like(), await like(), await like()]).toEqual([null, null, null])
    expect(await like()).toEqual({ error: 'rate_limited', retry_after: 10 })
    clock.advance(9_999)
    expect(await like()).toEqual({ error: 'rate_limited', retry_after: 1 })
    clock.advance(1)
    expect([await like(), await like()]).toEqual([null, { error: 'rate_limited', retry_after: 10 }])
    clock.advance(HOUR_MS)
    expect([await like(), await like(), await like(), (await like())?.error]).toEqual([
      null,
      null,
      null,
      'rate_limited',
    ])
  })

  test('[SAFE-6] counts requests per limit and per subject', async () => {
    const { use } = createHereBus(() => 0, { ...RATES, like: { count: 1, perMs: 1_000 } })
    expect(await use('like', 1)).toBeNull()
    expect(await use('like', 1)).not.toBeNull()
    expect(await use('like', 2)).toBeNull()
    expect(await use('message', 1)).toBeNull()
  })

  test('[SAFE-6] all /64 networks of one IPv6 /48 share a larger limit', async () => {
    const { use } = createHereBus(() => 0, { ...RATES, login: { count: 2, perMs: 1_000 } })
    const networks = Array.from({ length: 50 }, (_, nth) => `2001:db8:1:${nth.toString(16)}::/64`)
    const passed = await Promise.all(networks.flatMap((network) => [use('login', network), use('login', network)]))
    expect(passed.filter((refusal) => refusal === null)).toHaveLength(2 * WIDE_NETWORK_FACTOR)
    expect(await use('login', '2001:db8:2:0::/64')).toBeNull()
    expect([(await use('login', networks[0] ?? ''))?.body.error, await use('login', '192.0.2.7')]).toEqual([
      'rate_limited',
      null,
    ])
  })

  test('[SAFE-6] always allows a request after its `retry_after`', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 60 }), async (waits) => {
        const clock = testClock()
        const { use } = createHereBus(clock.now, RATES)
        let passed = 0
        for (const wait of waits) {
          clock.advance(wait)
          const refused = await use('signup', 'here')
          if (!refused) passed += 1
          clock.advance((refused?.body.retry_after ?? 0) * 1_000)
          expect(refused && (await use('signup', 'here'))).toBeNull()
          if (refused) passed += 1
        }
        const hours = (clock.now() - testClock().now()) / RATES.signup.perMs
        expect(passed).toBeLessThanOrEqual(RATES.signup.count * (1 + hours) + 1)
      }),
      { seed: 20_261_121, numRuns: 200 },
    )
  })
})

/** The result of `exhaust` if the rate limit works. */
const limitOf = (rate: RateName) => {
  const { count, perMs } = RATES[rate]
  const seconds = Math.ceil(perMs / count / 1_000)
  return { passed: count, error: { error: 'rate_limited', retry_after: seconds }, seconds, isAgain: true }
}

const form = (nth: number) => ({ body: signupForm({ email: `x${nth}@example.test` }) })

describe('calls', () => {
  let server: TestServer
  let anna: TestMember
  beforeEach(async () => {
    server = await createTestServer({ rates: RATES, env: { RATE_LIMITS: 'no' } })
    anna = await server.signUp('Anna', { credits: 1_000 })
  })
  afterEach(() => server.close())

  type Ask = (nth: number) => Promise<Pick<CallResult<CallName>, 'status' | 'error' | 'headers'>>

  /** Makes a call until it is refused. @returns the number of accepted calls, and the refusal */
  const exhaust = async (call: Ask) => {
    for (let nth = 0; ; nth += 1) {
      const { status, error, headers } = await call(nth)
      if (status !== 429) continue
      const seconds = Number(headers.get('retry-after'))
      server.clock.advance(seconds * 1_000)
      return { passed: nth, error, seconds, isAgain: (await call(nth)).status !== 429 }
    }
  }
  const webhook = (id: string) => server.visitor('payments.webhook', { params: { provider: 'sandbox' }, body: { id } })

  test('[SAFE-6] login, by account and address', async () => {
    // Right passwords: wrong ones are blocked sooner [ACC-8].
    const right = { body: { email: anna.email, password: TEST_PASSWORD } }
    expect(await exhaust(() => server.visitor('user.login', right))).toEqual(limitOf('login'))
  })

  test('[SAFE-6] signup, by address, and only valid forms', async () => {
    for (let nth = 0; nth < 20; nth += 1)
      expect((await server.visitor('signup', { body: signupForm({ password: 'passwordpassword' }) })).status).toBe(400)
    expect(await exhaust((nth) => server.visitor('signup', form(nth)))).toEqual(limitOf('signup'))
  })

  test('[SAFE-6] reset, by address', async () => {
    expect(
      await exhaust((nth) => server.visitor('password.reset', { body: { email: `who${nth}@example.test` } })),
    ).toEqual(limitOf('reset'))
  })

  test('[SAFE-6] messages, by member', async () => {
    const bert = await server.signUp('Bert', { credits: 1_000 })
    const send = (from: TestMember, to: TestMember) => server.sendText(from, to, 'Hello')
    expect(await exhaust(() => send(anna, bert))).toEqual(limitOf('message'))
    expect((await send(bert, anna)).status).toBe(201)
  })

  test('[SAFE-6] gifts are counted with the messages, typing separately', async () => {
    const bert = await server.signUp('Bert', { credits: 1_000 })
    const call = server.as(anna)
    const give = () =>
      call('messages.send', {
        body: { client_id: server.deps.newId(), profile: bert.id, type: 'gift', gift: 'rose' },
      })
    expect(await exhaust(give)).toEqual(limitOf('message'))
    expect(await exhaust(() => call('typing.send', { body: { profile: bert.id, typing: true } }))).toEqual(
      limitOf('typing'),
    )
  })

  test('[SAFE-6] likes, by member', async () => {
    const bert = await server.signUp('Bert')
    const params = { profile: String(bert.id) }
    const toggle: Ask = (nth) =>
      nth % 2 === 0 ? server.as(anna)('likes.put', { params }) : server.as(anna)('likes.delete', { params })
    expect(await exhaust(toggle)).toEqual(limitOf('like'))
  })

  test('[SAFE-6] likes a day, by member, as in the site settings', async () => {
    await server.close()
    server = await createTestServer({ rates: RATES, settings: { likes_a_day: 3 } })
    anna = await server.signUp('Anna')
    const others = await Promise.all(['Bert', 'Carl', 'Dirk', 'Emil'].map((name) => server.signUp(name)))
    const like = (other: TestMember) => server.as(anna)('likes.put', { params: { profile: String(other.id) } })
    const answers = []
    for (const other of others) answers.push(await like(other))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(answers.at(-1)?.error).toEqual({ error: 'rate_limited', retry_after: 24 * 3_600 })
    // A like that is already there costs nothing, and a restart does not begin the day anew.
    expect((await like(others[0] ?? anna)).status).toBe(200)
    const restarted = callsOn(
      createApp({ ...server.deps, bus: createHereBus(server.clock.now, RATES) }, {}),
      anna.cookie,
    )
    const last = { params: { profile: String(others[3]?.id) } }
    expect((await restarted('likes.put', last)).status).toBe(429)
    server.clock.advance(24 * HOUR_MS)
    expect((await like(others[3] ?? anna)).status).toBe(200)
  })

  test('[SAFE-6] appeals, by member', async () => {
    const decision = { params: { id: '1' }, body: { text: 'It was not me.' } }
    expect(await exhaust(() => server.as(anna)('decisions.appeal', decision))).toEqual(limitOf('letter'))
  })

  test('[SAFE-6] payments, by member', async () => {
    const order = { package: '15', price: 749, currency: 'EUR', method: 'paypal' } as const
    const pay = () => server.as(anna)('payments.create', { body: { ...order, client_id: server.deps.newId() } })
    expect(await exhaust(pay)).toEqual(limitOf('payment'))
    const again = { ...order, client_id: server.deps.newId() }
    expect((await server.as(anna)('payments.repeat', { body: again })).error?.error).toBe('rate_limited')
  })

  test('[SAFE-6] webhooks of an unknown payment count by network, those of a known one by payment', async () => {
    expect(await exhaust((nth) => webhook(`sbx_${nth}`))).toEqual(limitOf('webhook'))
    const order = { package: '15', price: 749, currency: 'EUR', method: 'paypal' } as const
    const referenceOfNew = async () => {
      const body = { ...order, client_id: server.deps.newId() }
      const { payment } = (await server.as(anna)('payments.create', { body })).body
      return payment.checkout_url?.split('/').at(-1) ?? ''
    }
    const [first, second] = [await referenceOfNew(), await referenceOfNew()]
    expect(await exhaust(() => webhook(first))).toEqual(limitOf('payment_webhook'))
    expect((await webhook(second)).status).toBe(200)
  })

  test('[SAFE-6] are counted by the address that our own proxy has seen', async () => {
    await server.close()
    server = await createTestServer({ rates: RATES, env: { TRUST_PROXY: 1 } })
    const ask = async (forwarded: string) => {
      const response = await server.app.request('http://localhost/api/reset-password', {
        method: 'POST',
        headers: { 'x-forwarded-for': forwarded },
        body: JSON.stringify({ email: 'who@example.test' }),
      })
      return response.status
    }
    for (let nth = 0; nth < RATES.reset.count; nth += 1) expect(await ask(`198.51.100.${nth}, 192.0.2.7`)).toBe(404)
    expect(await ask('203.0.113.9, 192.0.2.7')).toBe(429)
    // A proxy that adds the port to the address does not make every connection a new visitor.
    expect(await ask('203.0.113.9, 192.0.2.7:51234')).toBe(429)
    expect(await ask('192.0.2.7, 192.0.2.8')).toBe(404)
    server.clock.advance(10 * MINUTE_MS)
    expect(await ask('192.0.2.7')).toBe(404)
  })
})
