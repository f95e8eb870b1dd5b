/** A once-per-user discount counts once, for any number of open orders and any time of payment. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CallInput } from '#contract/calls.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { sandboxProvider, sandboxReference } from '../../adapters/payments/sandbox.ts'
import { paymentsCheck } from '../../jobs/payments.ts'
import { addCode, addPayment } from '../../testing/money-rows.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { orderForm } from '../../testing/forms.ts'
import { chooseAtSandbox } from '../../testing/sandbox.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import type { TestMember } from '../../testing/members.ts'

let server: TestServer
let anna: TestMember
/** False as for most methods of a real provider: an open page stays open until it expires. */
let canCancel: boolean
beforeEach(async () => {
  canCancel = true
  server = await createTestServer({
    payments: (on) => {
      const sandbox = sandboxProvider(on)
      return { ...sandbox, cancel: async (reference) => (canCancel ? sandbox.cancel(reference) : undefined) }
    },
  })
  anna = await server.signUp('Anna', { country: 'DE', credits: 0, language: 'en' })
})
afterEach(() => server.close())

type Body = CallInput<'payments.create'>['body']
const order = (changes: Partial<Body> = {}): Body => orderForm(server, changes)
const create = (body: Body = order()) => server.as(anna)('payments.create', { body })
const pay = (id: string) => chooseAtSandbox(server, id, 'paid')
const discounted = () =>
  server.sql(`select id from payments where status = 'completed' and discount_code is not null`).length
const PLAIN = { error: 'price_changed', price: 999, currency: 'EUR' }

describe('[PAY-7] a discount for the first purchase', () => {
  test.each([true, false])(
    'at most one of twenty parallel orders completes with it (pages can be ended: %s)',
    async (isCancelable) => {
      canCancel = isCancelable
      const bodies = Array.from({ length: 20 }, (_, nth) => order(nth % 2 === 0 ? {} : { code: 'WELCOME25' }))
      const answers = await Promise.all(bodies.map((body) => create(body)))
      const refused = answers.filter(({ status }) => status !== 201).map(({ error }) => error?.error)
      expect(refused).toHaveLength(19)
      expect(new Set(refused)).toEqual(new Set(['price_changed', 'discount_once_per_user']))
      for (const { client_id } of bodies) await pay(client_id)
      expect(discounted()).toBe(1)
      expect(server.sql('select credits from users where id = ?', anna.id)).toEqual([{ credits: 15 }])
    },
  )

  test('stays with a page that the provider cannot end, and is free again after the page expires', async () => {
    canCancel = false
    const first = order()
    await create(first)
    expect((await create()).error).toEqual(PLAIN)
    const plain = order({ price: 999 })
    expect((await create(plain)).body.payment).toMatchObject({ amount: 999, discount: null })
    // This payment is cancelled here but can still be paid at the provider, so it keeps its discount.
    const { body } = await server.as(anna)('payments.cancel', { params: { id: first.client_id } })
    expect(body.payment.status).toBe('cancelled')
    expect((await create()).error).toEqual(PLAIN)

    server.clock.advance(16 * MINUTE_MS)
    await paymentsCheck(server.deps)({ payment: first.client_id })
    expect((await create()).body.payment).toMatchObject({ amount: 749 })
  })

  test('paid late, on a page that was cancelled here, it still counts once', async () => {
    canCancel = false
    const first = order()
    await create(first)
    await server.as(anna)('payments.cancel', { params: { id: first.client_id } })
    const second = order({ price: 999 })
    await create(second)
    await pay(second.client_id)
    await pay(first.client_id)
    expect(discounted()).toBe(1)
    expect(server.sql('select credits from users where id = ?', anna.id)).toEqual([{ credits: 30 }])
  })

  test.each([
    ['with its code', { code: 'WELCOME25' }],
    ['without a code', {}],
  ])(
    'an order %s at a price that changed while a page was open is refused with the new price, and has the discount at it',
    async (_, with_) => {
      const first = order(with_)
      await create(first)
      const [pack] = server.deps.settings().packages
      Object.assign(server.deps.settings(), {
        packages: server.deps
          .settings()
          .packages.map((one) => (one === pack ? { ...one, prices: { '*': 1_199 } } : one)),
      })
      expect((await create(order(with_))).error).toEqual({ error: 'price_changed', price: 899, currency: 'EUR' })
      expect((await create(order({ ...with_, price: 899 }))).body.payment).toMatchObject({ amount: 899 })
      expect(server.sql('select status from payments where id = ?', first.client_id)).toEqual([{ status: 'cancelled' }])
    },
  )

  test('a page that was ended for another method cannot be paid any more', async () => {
    const [first, second] = [order(), order({ method: 'creditcard' })]
    await create(first)
    expect((await create(second)).body.payment.amount).toBe(749)
    for (const { client_id } of [second, first]) await pay(client_id)
    expect(discounted()).toBe(1)
    expect(server.sql('select status from payments where id = ?', first.client_id)).toEqual([{ status: 'cancelled' }])
  })
})

describe('[PAY-7] a code that counts once', () => {
  test("is refused to another member while a member's open page holds it", async () => {
    canCancel = false
    await addCode(server, 'ONCE', { validity: 'once' })
    const first = order({ code: 'ONCE', price: 599 })
    expect((await create(first)).status).toBe(201)
    const bert = await server.signUp('Bert', { country: 'DE' })
    const other = await server.as(bert)('payments.create', { body: order({ code: 'ONCE', price: 599 }) })
    expect(other.error).toEqual({ error: 'discount_used' })
  })
})

describe('[PAY-7] two orders of an earlier version that both have a discount', () => {
  test('the second payment is refunded in full, without credits, and its payer is notified', async () => {
    const [first, second] = [order(), order()]
    await create(first)
    server.sql('delete from payments where id = ?', first.client_id)
    await create(second)
    // Two pages could be open before open orders reserved their code.
    const row = { amount: 749, discountCode: 'TIMEBONUS25', discountPercentage: 25, status: 'pending' } as const
    const old = addPayment(server, anna.id, { ...row, country: 'DE', reference: sandboxReference(first.client_id) })
    server.sql('update payments set id = ? where id = ?', first.client_id, old)
    await pay(second.client_id)
    await pay(first.client_id)
    await runJobs(server)
    expect(discounted()).toBe(1)
    const { body } = await server.as(anna)('payments.get', { params: { id: first.client_id } })
    expect(body.payment).toMatchObject({ status: 'refunded', failure: 'discount_used', refunded: 749 })
    expect(server.sql('select credits, paid_user from users where id = ?', anna.id)).toEqual([
      { credits: 15, paid_user: 1 },
    ])
    expect(await server.deps.payments.read(sandboxReference(first.client_id))).toMatchObject({ refunded: 749 })
    // Jobs that are due together run side by side.
    const subjects = inboxOf(server).map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual(['We are paying back a payment (V-2026-000002)', 'Your receipt V-2026-000001'])
  })

  test('a code that counts once is refunded to the second member who pays with it', async () => {
    await addCode(server, 'ONCE', { validity: 'once' })
    const bert = await server.signUp('Bert', { country: 'DE' })
    const theirs = order({ code: 'ONCE', price: 599 })
    await server.as(bert)('payments.create', { body: theirs })
    await pay(theirs.client_id)
    const late = order({ price: 749 })
    await create(late)
    server.sql(`update payments set discount_code = 'ONCE' where id = ?`, late.client_id)
    await pay(late.client_id)
    const { body } = await server.as(anna)('payments.get', { params: { id: late.client_id } })
    expect(body.payment).toMatchObject({ status: 'refunded', failure: 'discount_used' })
  })
})
