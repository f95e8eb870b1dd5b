/** The provider's answer is lost: before or after the charge, with a late webhook, or with a killed process. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { OrderRefused, PaymentUnavailable } from '../../adapters/payments/provider.ts'
import { sandboxProvider } from '../../adapters/payments/sandbox.ts'
import { paymentsCheck, paymentsForget, paymentsRefund } from '../../jobs/payments.ts'
import type { TestMember } from '../../testing/members.ts'
import { chooseAtSandbox, sendWebhook, faultyProvider, type Fault, type ProviderCall } from '../../testing/sandbox.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { RESEND_MAX_MS } from './unanswered.ts'

let server: TestServer
let anna: TestMember
let fault: Fault
beforeEach(async () => {
  fault = {}
  server = await createTestServer({ payments: (on) => faultyProvider(sandboxProvider(on), fault) })
  anna = await server.signUp('Anna', { credits: 0 })
  const first = { ...order({ price: 1_499 }), method: 'creditcard', remember: true } as const
  await server.as(anna)('payments.create', { body: first })
  await chooseAtSandbox(server, first.client_id, 'paid')
  server.sql('delete from jobs')
})
afterEach(() => server.close())

const order = (over = {}) => ({ client_id: server.deps.newId(), package: '40', price: 1_999, currency: 'EUR', ...over })
const repeat = (body = order()) => server.as(anna)('payments.repeat', { body })
const check = (payment: string) => paymentsCheck(server.deps)({ payment })
const get = async (id: string) => (await server.as(anna)('payments.get', { params: { id } })).body.payment

/** The next order gets no answer, before or after the provider charged. */
const loseAnswer = (when: 'before' | 'after', how: () => never = noAnswer) => {
  fault.at = (call, at) => (call === 'order' && at === when ? how() : undefined)
}
const noAnswer = () => {
  throw new PaymentUnavailable('no answer in time')
}
const killed = () => {
  throw new Error('killed')
}
const heal = () => Object.assign(fault, { at: undefined })

/** All charges without the payer's action, as the provider counts them. */
const charges = () =>
  server
    .sql(`select reference, state from sandbox_payments`)
    .map(({ state }) => JSON.parse(String(state)) as { sequence: string; status: string })
    .filter(({ sequence, status }) => sequence === 'repeat' && status === 'paid').length
const credits = () => server.sql('select credits from users where id = ?', anna.id)[0]?.['credits']

/** A member who taps repeatedly, with every payment method. */
const tapEverywhere = async (id: string) => {
  const unknown = { error: 'payment_unknown', payment: id }
  for (let taps = 0; taps < 3; taps += 1) expect((await repeat()).error).toEqual(unknown)
  const body = { ...order(), method: 'paypal', remember: false } as const
  expect((await server.as(anna)('payments.create', { body })).error).toEqual(unknown)
  expect((await server.as(anna)('payments.repeat_offer')).body.finding_out).toBe(id)
}

describe('[PAY-5] [PAY-6] a repeat order whose answer is lost', () => {
  test.each([
    ['after the charge', 'after', noAnswer],
    ['before the charge', 'before', noAnswer],
    ['by the end of the process, after the charge', 'after', killed],
    ['by the end of the process, before the charge', 'before', killed],
  ] as const)('%s stays open, is asked for, and is charged once', async (_, when, how) => {
    const body = order()
    loseAnswer(when, how)
    await repeat(body)
    expect(await get(body.client_id)).toMatchObject({ status: 'created', finding_out: true, failure: null })
    await tapEverywhere(body.client_id)
    // The device sends the same order again, and it stays one order.
    await repeat(body)
    heal()
    server.clock.advance(MINUTE_MS)
    await check(body.client_id)
    expect(await get(body.client_id)).toMatchObject({ status: 'completed', finding_out: false })
    expect([charges(), credits()]).toEqual([1, 80])
    expect((await repeat()).body.payment.status).toBe('completed')
    expect([charges(), credits()]).toEqual([2, 120])
  })

  test('is checked by the job at once, then with growing pauses', async () => {
    const body = order()
    loseAnswer('after')
    expect((await repeat(body)).status).toBe(201)
    const due = server.sql(`select run_at - ? as ms from jobs where kind = 'payments.check'`, server.clock.now())
    expect(due).toEqual([{ ms: 0 }])
    const pauses: number[] = []
    for (let asked = 0; asked < 6; asked += 1) {
      const at = (await check(body.client_id)) ?? 0
      pauses.push(at - server.clock.now())
      server.clock.set(at)
    }
    expect(pauses.toSorted((one, other) => one - other)).toEqual(pauses)
    expect(pauses.at(-1)).toBeGreaterThan(pauses[0] ?? 0)
  })

  test('is found by a late webhook', async () => {
    const body = order()
    loseAnswer('after')
    await repeat(body)
    server.clock.advance(3 * HOUR_MS)
    await sendWebhook(server, body.client_id)
    expect(await get(body.client_id)).toMatchObject({ status: 'completed', finding_out: false })
    expect([charges(), credits()]).toEqual([1, 80])
  })

  test('is not ordered again after five minutes: the provider is asked until it answers', async () => {
    const body = order()
    fault.at = (call) => (call === 'order' || call === 'find' ? noAnswer() : undefined)
    await repeat(body)
    server.clock.advance(8 * HOUR_MS)
    const asked: ProviderCall[] = []
    fault.at = (call, when) => (when === 'before' && asked.push(call) && call === 'find' ? noAnswer() : undefined)
    expect(await check(body.client_id)).toBeGreaterThan(server.clock.now())
    expect(asked).toEqual(['find'])
    await tapEverywhere(body.client_id)

    heal()
    expect(await check(body.client_id)).toBeGreaterThan(0)
    expect(await get(body.client_id)).toMatchObject({ status: 'failed', finding_out: false, failure: 'other' })
    expect([charges(), credits()]).toEqual([0, 40])
    expect((await repeat()).body.payment.status).toBe('completed')
    expect(charges()).toBe(1)
  })

  test('is never charged later than five minutes after the tap', async () => {
    const body = order()
    loseAnswer('before')
    await repeat(body)
    heal()
    server.clock.advance(5 * MINUTE_MS + 1)
    await check(body.client_id)
    expect(await get(body.client_id)).toMatchObject({ status: 'created', finding_out: true })
    server.clock.advance(5 * MINUTE_MS)
    await check(body.client_id)
    expect(await get(body.client_id)).toMatchObject({ status: 'failed' })
    expect(charges()).toBe(0)
  })

  test('is found after five minutes if it was charged', async () => {
    const body = order()
    loseAnswer('after')
    await repeat(body)
    heal()
    server.clock.advance(RESEND_MAX_MS + 1)
    await check(body.client_id)
    await check(body.client_id)
    expect(await get(body.client_id)).toMatchObject({ status: 'completed' })
    expect([charges(), credits()]).toEqual([1, 80])
  })

  test('cannot be cancelled, and its method stays at the provider, while the outcome is unknown', async () => {
    const body = order()
    loseAnswer('after')
    await repeat(body)
    const { body: given } = await server.as(anna)('payments.cancel', { params: { id: body.client_id } })
    expect(given.payment).toMatchObject({ status: 'created', finding_out: true })
    await server.as(anna)('payments.forget_method')
    const [job] = server.sql(`select payload from jobs where kind = 'payments.forget'`)
    const payload = JSON.parse(String(job?.['payload'])) as { provider: 'sandbox'; customer: string; mandate: string }
    await expect(paymentsForget(server.deps)(payload)).rejects.toThrow('being found out')
    heal()
    await check(body.client_id)
    expect([charges(), credits()]).toEqual([1, 80])
    await paymentsForget(server.deps)(payload)
  })

  test('fails at once if the provider refused it, because certainly nothing was charged', async () => {
    const body = order()
    loseAnswer('before', () => {
      throw new OrderRefused('no')
    })
    expect(await repeat(body)).toMatchObject({ status: 502, error: { error: 'payment_unavailable' } })
    heal()
    expect(await get(body.client_id)).toMatchObject({ status: 'failed', finding_out: false })
    // The payer has just read it.
    expect(server.sql(`select kind from jobs where kind = 'push.payment'`)).toEqual([])
    expect((await repeat()).status).toBe(201)
  })

  test('twenty parallel taps while the provider does not answer make one charge', async () => {
    loseAnswer('after')
    const answers = await Promise.all(Array.from({ length: 20 }, () => repeat()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ error }) => error?.error === 'payment_unknown')).toHaveLength(19)
    heal()
    const id = answers.find(({ status }) => status === 201)?.body.payment.payment_id ?? ''
    await check(id)
    expect([charges(), credits()]).toEqual([1, 80])
  })
})

describe('[PAY-11] a refund whose answer is lost', () => {
  test.each([
    ['before', ['no answer', 'no answer', 'no answer']],
    // The provider then says that it was made.
    ['after', ['no answer', 'done', 'done']],
  ] as const)('%s it was made is requested again and made once', async (when, outcomes) => {
    const [payment] = server.sql(`select id, reference from payments where status = 'completed'`)
    const id = String(payment?.['id'])
    const { refund } = (await server.as(anna)('transactions.get', { params: { id } })).body.withdrawal ?? {}
    await server.as(anna)('transactions.withdraw', { params: { id }, body: { refund: refund ?? 0 } })
    fault.at = (call, at) => (call === 'refund' && at === when ? noAnswer() : undefined)
    const run = () => paymentsRefund(server.deps)({ payment: id })
    for (const outcome of outcomes)
      expect(
        await run().then(
          () => 'done',
          () => 'no answer',
        ),
      ).toBe(outcome)
    heal()
    await run()
    const state = await server.deps.payments.read(String(payment?.['reference']))
    expect(state).toMatchObject({ refunded: 1_499 })
    expect(await get(id)).toMatchObject({ status: 'refunded', refunded: 1_499 })
  })
})
