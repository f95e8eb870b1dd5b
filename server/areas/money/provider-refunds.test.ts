/** Refunds made at the provider, partial or full, before and during a withdrawal. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import { sandboxReference } from '../../adapters/payments/sandbox.ts'
import { paymentsRefund } from '../../jobs/payments.ts'
import type { TestMember } from '../../testing/members.ts'
import {
  chooseAtSandbox,
  orderCredits,
  refundAtSandbox,
  refundedAtSandbox,
  sendWebhook,
} from '../../testing/sandbox.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { orPaymentUnavailable } from './place-order.ts'
import { applyProviderState } from './settle.ts'

let server: TestServer
let anna: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna', { credits: 0 })
})
afterEach(() => server.close())

const buy = async () => {
  const { id, price } = await orderCredits(server, anna)
  await chooseAtSandbox(server, id, 'paid')
  return { id, price }
}
const atDesk = (id: string, amount: number, key = 'desk') => refundAtSandbox(server, id, amount, key)
const spend = (count: number) =>
  server.deps.write((tx) =>
    tx.money.addEntry({ userId: anna.id, amount: -count, reason: 'message', reference: String(count), at: 1 }),
  )
const detail = async (id: string) => (await server.as(anna)('transactions.get', { params: { id } })).body
const withdraw = (id: string, refund: number) =>
  server.as(anna)('transactions.withdraw', { params: { id }, body: { refund } })
const refundedThere = (id: string) => refundedAtSandbox(server, id)
const credits = () => server.sql('select credits from users where id = ?', anna.id)[0]?.['credits']

describe('[PAY-11] a refund made at the provider', () => {
  test('partial: the webhook stores it, the member sees it, and it lowers the refund of a withdrawal', async () => {
    const { id } = await buy()
    const seq = () => server.sql('select feed_seq as seq from users where id = ?', anna.id)[0]?.['seq']
    const before = seq()
    await atDesk(id, 249)
    expect(seq()).not.toBe(before)
    const { payment, withdrawal } = await detail(id)
    expect(payment).toMatchObject({ status: 'completed', refunded: 249, amount: 749 })
    expect(withdrawal).toMatchObject({ possible: true, credits_unspent: 15, refund: 500 })
    expect((await server.as(anna)('transactions.list', { query: {} })).body.payments[0]).toMatchObject({
      refunded: 249,
    })
    await spend(9)
    expect((await detail(id)).withdrawal).toMatchObject({ credits_unspent: 6, refund: 200 })
    expect((await withdraw(id, 300)).error).toMatchObject({ error: 'price_changed', price: 200 })
    await withdraw(id, 200)
    await paymentsRefund(server.deps)({ payment: id })
    expect(await refundedThere(id)).toBe(449)
    expect((await detail(id)).payment).toMatchObject({ status: 'refunded', refunded: 449 })
  })

  test('in full takes the unspent credits of this purchase and leaves nothing to withdraw', async () => {
    const { id } = await buy()
    await atDesk(id, 749)
    expect(credits()).toBe(0)
    const { payment, withdrawal } = await detail(id)
    expect([payment.status, payment.refunded, withdrawal]).toEqual(['refunded', 749, null])
    expect((await withdraw(id, 749)).error).toEqual({ error: 'withdrawal_over' })
  })

  test('between a withdrawal and its refund leaves only the rest to pay: never more than was paid', async () => {
    const { id } = await buy()
    await withdraw(id, 749)
    await server.deps.payments.refund(sandboxReference(id), { amount: 700, currency: 'EUR' }, 'desk')
    for (let times = 0; times < 2; times += 1) await paymentsRefund(server.deps)({ payment: id })
    expect(await refundedThere(id)).toBe(749)
  })

  test('that is cancelled raises the refund of a withdrawal again; an older answer changes nothing', async () => {
    const { id } = await buy()
    const state = await server.deps.payments.read(sandboxReference(id))
    if (!state) throw new Error('no payment')
    const readAt = server.clock.now()
    await applyProviderState(server.deps, { ...state, refunded: 300 }, readAt + 10)
    await applyProviderState(server.deps, state, readAt)
    expect((await detail(id)).payment.refunded).toBe(300)
    await applyProviderState(server.deps, state, readAt + 20)
    expect((await detail(id)).payment.refunded).toBe(0)
    // Nobody at the desk has to pay it: it was made at the provider.
    expect(server.sql('select refund_refused_at from payments')).toEqual([{ refund_refused_at: null }])
  })

  test('that was cancelled is not booked by an older answer, although the later one had no news', async () => {
    const { id } = await buy()
    const state = await server.deps.payments.read(sandboxReference(id))
    if (!state) throw new Error('no payment')
    const readAt = server.clock.now()
    await applyProviderState(server.deps, state, readAt + 20)
    await applyProviderState(server.deps, { ...state, refunded: 300 }, readAt + 10)
    expect((await detail(id)).payment.refunded).toBe(0)
    expect(server.sql('select kind from bookings')).toEqual([{ kind: 'sale' }])
  })

  test.each(['refunded', 'chargedBack'] as const)(
    'is that of the answer with more %s, if two were asked for in the same millisecond',
    async (part) => {
      const { id } = await buy()
      const state = await server.deps.payments.read(sandboxReference(id))
      if (!state) throw new Error('no payment')
      for (const sum of [200, 300, 0])
        await applyProviderState(server.deps, { ...state, [part]: sum }, server.clock.now())
      expect(await server.deps.read.payments.byId(id)).toMatchObject({ [`${part}There`]: 300 })
    },
  )

  test('[OPS-14] is booked also after the clock had run ahead and was put back', async () => {
    const { id } = await buy()
    const at = server.clock.now()
    server.clock.advance(40 * DAY_MS)
    await atDesk(id, 100, 'while it was ahead')
    server.clock.set(at + HOUR_MS)
    await atDesk(id, 649, 'after that')
    expect((await detail(id)).payment).toMatchObject({ status: 'refunded', refunded: 749 })
    expect(server.sql(`select amount from bookings where kind = 'refund' order by id`)).toEqual([
      { amount: -100 },
      { amount: -649 },
    ])
  })

  test('in any order with spending and withdrawing, refunds never exceed what was paid', async () => {
    const act = fc.oneof(
      fc.record({ kind: fc.constant('desk' as const), size: fc.integer({ min: 1, max: 999 }) }),
      fc.record({ kind: fc.constant('spend' as const), size: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ kind: fc.constantFrom('withdraw' as const, 'pay back' as const), size: fc.constant(0) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 8 }), async (acts) => {
        const { id, price } = await buy()
        for (const [turn, { kind, size }] of acts.entries()) {
          if (kind === 'spend')
            await server.deps.write((tx) =>
              tx.money.addEntry({
                userId: anna.id,
                amount: -size,
                reason: 'message',
                reference: `${id} ${turn}`,
                at: 1,
              }),
            )
          else if (kind === 'desk') await atDesk(id, size, `desk ${turn}`).catch(orPaymentUnavailable)
          else if (kind === 'withdraw') await withdraw(id, (await detail(id)).withdrawal?.refund ?? 0)
          else await paymentsRefund(server.deps)({ payment: id })
        }
        await paymentsRefund(server.deps)({ payment: id })
        await sendWebhook(server, id)
        const { payment, withdrawal } = await detail(id)
        expect(payment.refunded).toBe(await refundedThere(id))
        expect(payment.refunded).toBeLessThanOrEqual(price)
        expect(payment.refunded + (withdrawal?.possible === true ? withdrawal.refund : 0)).toBeLessThanOrEqual(price)
      }),
      { seed: 17, numRuns: 60 },
    )
  }, 60_000)
})
