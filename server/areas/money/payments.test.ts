import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallInput } from '#contract/calls.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { PaymentUnavailable } from '../../adapters/payments/provider.ts'
import { choose, sandboxProvider } from '../../adapters/payments/sandbox.ts'
import type { SandboxChoice } from '../../adapters/payments/sandbox-state.ts'
import { paymentsCheck } from '../../jobs/payments.ts'
import { runJobs } from '../../testing/post-office.ts'
import { faultyProvider, refundedAtSandbox, type Fault } from '../../testing/sandbox.ts'
import { orderForm } from '../../testing/forms.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import type { TestMember } from '../../testing/members.ts'
import { purge } from '../leaving/purge.ts'

let server: TestServer
let anna: TestMember
let fault: Fault
beforeEach(async () => {
  fault = {}
  server = await createTestServer({ payments: (on) => faultyProvider(sandboxProvider(on), fault) })
  anna = await server.signUp('Anna', { country: 'DE', credits: 0 })
})
afterEach(() => server.close())

type Body = CallInput<'payments.create'>['body']
const order = (changes: Partial<Body> = {}): Body => orderForm(server, changes)
const create = (body: Body = order(), member = anna) => server.as(member)('payments.create', { body })
const begun = async (body?: Body) => {
  const { body: answer } = await create(body)
  return { ...answer.payment, reference: answer.payment.checkout_url?.split('/').at(-1) ?? '' }
}
const get = async (id: string, member = anna) => (await server.as(member)('payments.get', { params: { id } })).body
const outcome = (reference: string, choice: SandboxChoice) => choose(server.deps, reference, choice)
const webhook = (id: string, provider: 'sandbox' | 'mollie' = 'sandbox') =>
  server.visitor('payments.webhook', { params: { provider }, body: { id } })
const check = (payment: string) => paymentsCheck(server.deps)({ payment })
const unavailable = () => {
  throw new PaymentUnavailable('away')
}

/** Everything that a payment changes. */
const money = (member = anna) => ({
  ...server.sql('select credits, paid_user as paid from users where id = ?', member.id)[0],
  ledger: server.sql(
    `select amount, reason from ledger where user_id = ? and reason <> 'signup' order by id`,
    member.id,
  ),
})
const way = (id: string) =>
  server
    .sql('select "after", "by" from payment_transitions where payment = ? order by id', id)
    .map((step) => step['after'])
/** Moves when open pages read the payment again. */
const feed = () => server.sql('select feed_seq as seq from users where id = ?', anna.id)[0]?.['seq']
const BOUGHT = { credits: 15, paid: 1, ledger: [{ amount: 15, reason: 'purchase' }] }
const NOTHING = { credits: 0, paid: 0, ledger: [] }

describe('[PAY-5] a payment', () => {
  test('leads to the payment page and waits; a choice there completes it once', async () => {
    const { payment_id: id, reference, ...payment } = await begun()
    expect(payment).toMatchObject({
      status: 'pending',
      credits: 15,
      amount: 749,
      currency: 'EUR',
      country: 'DE',
      method: 'paypal',
      discount: { code: 'TIMEBONUS25', value_percentage: 25 },
      checkout_url: `/sandbox/${reference}`,
    })
    expect((await get(id)).payment.status).toBe('pending')
    expect(money()).toEqual(NOTHING)

    await outcome(reference, 'paid')
    expect(money()).toEqual(NOTHING)
    for (let times = 0; times < 3; times += 1) expect((await webhook(reference)).status).toBe(200)
    expect(money()).toEqual(BOUGHT)
    expect((await get(id)).payment).toMatchObject({ status: 'completed', checkout_url: null })
    expect(way(id)).toEqual(['created', 'pending', 'completed'])
    expect(server.sql('select invoice, completed_at as at from payments')).toEqual([
      { invoice: 1, at: server.clock.now() },
    ])
  })

  test("is completed by the member's request or by the job if no webhook arrives", async () => {
    const first = await begun()
    await outcome(first.reference, 'paid')
    expect((await get(first.payment_id)).payment.status).toBe('completed')

    const second = await begun(order({ price: 999 }))
    expect(await check(second.payment_id)).toBeGreaterThan(server.clock.now())
    await outcome(second.reference, 'paid')
    expect(await check(second.payment_id)).toBeUndefined()
    expect(money()).toMatchObject({ credits: 30, paid: 1 })
    expect(server.sql('select invoice from payments order by invoice')).toEqual([{ invoice: 1 }, { invoice: 2 }])
  })

  test.each([
    ['declined', 'failed', 'declined'],
    ['insufficient_funds', 'failed', 'insufficient_funds'],
    ['card_expired', 'failed', 'card_expired'],
    ['cancelled', 'cancelled', null],
  ] as const)(
    'that ends %s is %s, gives nothing and frees its discount; open pages hear of it',
    async (choice, status, failure) => {
      const { payment_id: id, reference } = await begun(order({ method: 'creditcard' }))
      await outcome(reference, choice)
      const before = feed()
      await webhook(reference)
      expect(feed()).not.toBe(before)
      expect((await get(id)).payment).toMatchObject({ status, failure, checkout_url: null })
      expect(money()).toEqual(NOTHING)
      expect((await create()).status).toBe(201)
    },
  )

  test('expires if the payer does not continue', async () => {
    const { payment_id: id } = await begun()
    server.clock.advance(14 * MINUTE_MS)
    expect(await check(id)).toBeGreaterThan(server.clock.now())
    server.clock.advance(MINUTE_MS)
    const before = feed()
    expect(await check(id)).toBeUndefined()
    expect(feed()).not.toBe(before)
    expect((await get(id)).payment.status).toBe('expired')
  })

  test.each([
    ['paid', 'completed', BOUGHT],
    ['declined', 'failed', NOTHING],
  ] as const)('may be left pending, and be %s days after', async (choice, status, moved) => {
    const { payment_id: id, reference } = await begun()
    await outcome(reference, 'pending')
    server.clock.advance(72 * HOUR_MS)
    expect((await get(id)).payment).toMatchObject({ status: 'pending', checkout_url: null })
    await outcome(reference, choice)
    await webhook(reference)
    expect((await get(id)).payment.status).toBe(status)
    expect(money()).toEqual(moved)
  })

  test('cancelled by its payer is cancelled, and still counts if it is paid later', async () => {
    const { payment_id: id, reference } = await begun()
    await outcome(reference, 'pending')
    const { body } = await server.as(anna)('payments.cancel', { params: { id } })
    expect(body.payment.status).toBe('cancelled')
    await outcome(reference, 'paid')
    await webhook(reference)
    expect(money()).toEqual(BOUGHT)
    expect(way(id)).toEqual(['created', 'pending', 'cancelled', 'completed'])
    const late = await server.as(anna)('payments.cancel', { params: { id } })
    expect(late.body.payment.status).toBe('completed')
  })

  test('paid before its payer cancelled is completed', async () => {
    const { payment_id: id, reference } = await begun()
    await outcome(reference, 'paid')
    const { body } = await server.as(anna)('payments.cancel', { params: { id } })
    expect(body.payment.status).toBe('completed')
    expect(money()).toEqual(BOUGHT)
  })

  test('charged back takes back the remaining credits, and Premium', async () => {
    const { payment_id: id, reference } = await begun()
    await outcome(reference, 'paid')
    await webhook(reference)
    await server.deps.write((tx) =>
      tx.money.addEntry({ userId: anna.id, amount: -4, reason: 'message', reference: '1', at: 1 }),
    )
    await outcome(reference, 'charged_back')
    for (let times = 0; times < 2; times += 1) await webhook(reference)
    expect(money()).toMatchObject({ credits: 0, paid: 0 })
    expect(money().ledger.at(-1)).toEqual({ amount: -11, reason: 'chargeback' })
    expect(server.sql('select status, credits_taken from payments')).toEqual([
      { status: 'charged_back', credits_taken: 11 },
    ])
    expect(way(id)).toEqual(['created', 'pending', 'completed', 'charged_back'])
  })

  test('first reported when paid and charged back makes both transitions', async () => {
    const { payment_id: id, reference } = await begun()
    await outcome(reference, 'paid')
    await outcome(reference, 'charged_back')
    await webhook(reference)
    expect(way(id)).toEqual(['created', 'pending', 'completed', 'charged_back'])
    expect(money()).toMatchObject({ credits: 0, paid: 0 })
  })

  test("refunded in full by the provider's desk is refunded; after a partial refund it stays completed", async () => {
    const { payment_id: id, reference } = await begun()
    await outcome(reference, 'paid')
    await webhook(reference)
    await server.deps.payments.refund(reference, { amount: 100, currency: 'EUR' }, 'goodwill')
    await webhook(reference)
    expect(money()).toEqual(BOUGHT)
    await server.deps.payments.refund(reference, { amount: 649, currency: 'EUR' }, 'the rest')
    await webhook(reference)
    expect(money()).toMatchObject({ credits: 0, paid: 0 })
    expect(money().ledger.at(-1)).toEqual({ amount: -15, reason: 'refund' })
    expect(way(id).at(-1)).toBe('refunded')
  })
})

describe('[PAY-5] an order that arrives repeatedly', () => {
  test('makes one payment, one order at the provider, and the same answer', async () => {
    const body = order()
    const answers = await Promise.all([create(body), create(body), create(body)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body: { payment } }) => JSON.stringify(payment))).size).toBe(1)
    expect(server.sql('select id from payments')).toEqual([{ id: body.client_id }])
    expect(server.sql('select count(*) as n from sandbox_payments')).toEqual([{ n: 1 }])
    expect(way(body.client_id)).toEqual(['created', 'pending'])
    const again = await create({ ...body, package: '250', price: 1 })
    expect(again.body.payment.amount).toBe(749)
  })

  test('a repeat that began before the first was stored gets the same payment, and does not end it', async () => {
    const body = order()
    const first = await create(body)
    vi.spyOn(server.deps.read.payments, 'byId').mockResolvedValueOnce(undefined)
    const again = await create(body)
    expect([again.status, again.body.payment]).toEqual([201, first.body.payment])
    expect(way(body.client_id)).toEqual(['created', 'pending'])
  })

  test("another member's payment is not found", async () => {
    const bert = await server.signUp('Bert', { country: 'DE' })
    const { payment_id: id } = await begun()
    expect((await create(order({ client_id: id }), bert)).error).toEqual({ error: 'not_found' })
    for (const name of ['payments.get', 'payments.cancel'] as const)
      expect((await server.as(bert)(name, { params: { id } })).error).toEqual({ error: 'not_found' })
    expect((await get(id)).payment.status).toBe('pending')
  })
})

const crash = () => {
  throw new Error('killed')
}

describe('[PAY-5] a crash', () => {
  test.each(['before', 'after'] as const)('%s the provider got the order is recovered by the same id', async (at) => {
    fault.at = (call, when) => (call === 'order' && when === at ? crash() : undefined)
    const body = order()
    expect((await create(body)).status).toBe(500)
    expect(server.sql('select status, reference from payments')).toEqual([{ status: 'created', reference: null }])
    fault = Object.assign(fault, { at: undefined })
    expect((await create(body)).body.payment.status).toBe('pending')
    expect(server.sql('select count(*) as n from sandbox_payments')).toEqual([{ n: 1 }])
  })

  test('is recovered by the job if the payer does not return', async () => {
    fault.at = (call, when) => (call === 'order' && when === 'after' ? crash() : undefined)
    const { client_id: id } = order()
    await create(order({ client_id: id }))
    Object.assign(fault, { at: undefined })
    expect(server.sql(`select run_at - ? as ms from jobs where kind = 'payments.check'`, server.clock.now())).toEqual([
      { ms: MINUTE_MS },
    ])
    server.clock.advance(MINUTE_MS)
    expect(await check(id)).toBeGreaterThan(server.clock.now())
    expect((await get(id)).payment.status).toBe('pending')
  })

  test('an order that is paid before we know its reference is found by the webhook', async () => {
    fault.at = (call, when) => (call === 'order' && when === 'after' ? crash() : undefined)
    const { client_id: id } = order()
    await create(order({ client_id: id }))
    Object.assign(fault, { at: undefined })
    const reference = String(server.sql('select reference from sandbox_payments')[0]?.['reference'])
    await outcome(reference, 'paid')
    await webhook(reference)
    expect(money()).toEqual(BOUGHT)
    expect((await get(id)).payment.status).toBe('completed')
  })

  test('without recovery the payment expires', async () => {
    fault.at = (call) => (call === 'order' ? crash() : undefined)
    const { client_id: id } = order()
    await create(order({ client_id: id }))
    server.clock.advance(HOUR_MS)
    expect(await check(id)).toBeUndefined()
    expect((await get(id)).payment.status).toBe('expired')
  })
})

const erase = async (): Promise<void> => {
  server.sql(`update users set status = 'deleting', deleting_since = ? where id = ?`, server.clock.now(), anna.id)
  server.clock.advance(15 * DAY_MS)
  await purge(server.deps, anna.id)
}

test('[ACC-12] [PAY-5] money that arrives after its member was erased goes back whole', async () => {
  const { payment_id: id, reference } = await begun(order({ method: 'sct' }))
  await outcome(reference, 'pending')
  await erase()
  await outcome(reference, 'paid')
  await webhook(reference)
  await runJobs(server)
  expect(await refundedAtSandbox(server, id)).toBe(749)
  expect(way(id)).toEqual(['created', 'pending', 'completed', 'refunded'])
  expect(money()).toMatchObject({ credits: 0, paid: 0 })
  expect(server.sql('select kind, amount from bookings order by id')).toEqual([
    { kind: 'sale', amount: 749 },
    { kind: 'refund', amount: -749 },
  ])
})

test('[ACC-12] [PAY-5] a purchase from before its member was erased stays, whatever the provider reports later', async () => {
  const { payment_id: id, reference } = await begun()
  await outcome(reference, 'paid')
  await webhook(reference)
  await erase()
  await webhook(reference)
  await runJobs(server)
  expect(await refundedAtSandbox(server, id)).toBe(0)
  expect(way(id)).toEqual(['created', 'pending', 'completed'])
})

describe('[PAY-5] a provider that is unavailable', () => {
  test('gets no order: the payment fails, nothing is charged, and the next order is possible', async () => {
    fault.at = (call) => (call === 'order' ? unavailable() : undefined)
    const body = order()
    const { status, error } = await create(body)
    expect([status, error]).toEqual([502, { error: 'payment_unavailable' }])
    Object.assign(fault, { at: undefined })
    expect((await get(body.client_id)).payment).toMatchObject({ status: 'failed', failure: 'other' })
    expect((await create(body)).body.payment.status).toBe('failed')
    expect((await create()).body.payment.status).toBe('pending')
  })

  test('without an answer of the provider a payment does not change, and the job asks again', async () => {
    const { payment_id: id, reference } = await begun()
    await outcome(reference, 'paid')
    fault.at = unavailable
    expect((await get(id)).payment.status).toBe('pending')
    server.sql('delete from jobs')
    expect((await webhook(reference)).status).toBe(200)
    expect(server.sql('select kind, run_at from jobs')).toEqual([
      { kind: 'payments.check', run_at: server.clock.now() },
    ])
    expect(await check(id)).toBeGreaterThan(server.clock.now())
    Object.assign(fault, { at: undefined })
    expect(await check(id)).toBeUndefined()
    expect(money()).toEqual(BOUGHT)
  })

  test('makes the webhook ask for a retry if the order may be known', async () => {
    fault.at = unavailable
    expect((await webhook('sbx_anything')).error).toEqual({ error: 'payment_unavailable' })
  })
})

describe('[PAY-5] the provider', () => {
  test.each([
    ['of another provider', `provider = 'mollie'`],
    ['without a reference', 'reference = null'],
  ])('is not asked about a payment %s', async (_, change) => {
    const { payment_id: id } = await begun()
    server.sql(`update payments set ${change} where id = ?`, id)
    const calls: string[] = []
    fault.at = (call) => void calls.push(call)
    expect((await get(id)).payment.status).toBe('pending')
    expect(calls).toEqual([])
  })

  test('is asked again about a payment that it does not know, which stays unchanged', async () => {
    const { payment_id: id } = await begun()
    server.sql(`update payments set reference = 'sbx_lost' where id = ?`, id)
    expect((await get(id)).payment.status).toBe('pending')
    expect(await check(id)).toBeGreaterThan(server.clock.now())
    expect(way(id)).toEqual(['created', 'pending'])
  })
})

describe('[PAY-5] a webhook changes nothing', () => {
  test('a webhook of a stranger contains only an id, and the state comes from the provider', async () => {
    const { reference } = await begun()
    for (const id of [reference, 'sbx_made_up', 'tr_WDqYK6vllg', "' or 1=1", reference.toUpperCase()])
      expect(await webhook(id)).toMatchObject({ status: 200, body: {} })
    const forged = { id: reference, status: 'paid', amount: '749' } as { id: string }
    await server.visitor('payments.webhook', { params: { provider: 'sandbox' }, body: forged })
    await outcome(reference, 'paid')
    await webhook(reference, 'mollie')
    expect(money()).toEqual(NOTHING)
  })

  test.each([
    ['amount', { amount: 1 }],
    ['currency', { currency: 'PLN' }],
    ['payment', { paymentId: '01890a5d-ac96-774b-bcce-b302099a8059' }],
  ])('if the provider answers with another %s', async (_, wrong) => {
    const { payment_id: id, reference } = await begun()
    await outcome(reference, 'paid')
    fault.read = (state) => ({ ...state, ...wrong })
    await webhook(reference)
    await get(id)
    expect(await check(id)).toBeGreaterThan(server.clock.now())
    expect(money()).toEqual(NOTHING)
    expect(way(id)).toEqual(['created', 'pending'])
  })

  test('if the payment belongs to another provider, although this one knows its reference', async () => {
    const { reference } = await begun()
    await outcome(reference, 'paid')
    server.sql(`update payments set provider = 'mollie'`)
    expect((await webhook(reference)).status).toBe(200)
    expect(money()).toEqual(NOTHING)
  })

  test('if another payment claims to be this one', async () => {
    const bert = await server.signUp('Bert', { country: 'DE', credits: 0 })
    const { payment_id: id } = await begun()
    const foreign = (await create(order(), bert)).body.payment
    const reference = foreign.checkout_url?.split('/').at(-1) ?? ''
    await outcome(reference, 'paid')
    fault.read = (state) => ({ ...state, paymentId: id })
    await webhook(reference)
    expect([money(), money(bert)]).toEqual([NOTHING, NOTHING])
    // Another payment that waits for its reference does not change either.
    server.sql('update payments set reference = null where id = ?', id)
    expect((await webhook(reference)).status).toBe(200)
    expect([money(), money(bert)]).toEqual([NOTHING, NOTHING])
    // Ask also about a payment with an unknown reference.
    server.sql(`update payments set reference = 'its own' where id = ?`, id)
    server.sql(`update payments set reference = 'other' where id = ?`, foreign.payment_id)
    await webhook(reference)
    expect([money(), money(bert)]).toEqual([NOTHING, NOTHING])
  })
})

describe('[PAY-4] an order', () => {
  test('is paid with a method of the country, and a direct debit with its own form', async () => {
    expect((await create(order({ method: 'ideal' }))).error).toEqual({ error: 'method_unavailable' })
    expect((await create(order({ method: 'directdebit' }))).error).toEqual({ error: 'method_unavailable' })
    expect(server.sql('select id from payments')).toEqual([])
  })

  test('[PAY-13] at an outdated price buys nothing', async () => {
    expect((await create(order({ price: 748 }))).error).toEqual({ error: 'price_changed', price: 749, currency: 'EUR' })
    server.clock.advance(4 * HOUR_MS)
    expect((await create()).error).toEqual({ error: 'price_changed', price: 999, currency: 'EUR' })
    expect(server.sql('select id from payments')).toEqual([])
  })

  test('[PAY-7] with another method costs the same: the first page is ended for it', async () => {
    const first = await begun()
    const second = await begun(order({ method: 'creditcard' }))
    expect(second.amount).toBe(749)
    expect((await get(first.payment_id)).payment.status).toBe('cancelled')
    await outcome(first.reference, 'paid')
    await outcome(second.reference, 'paid')
    for (const { reference } of [first, second]) await webhook(reference)
    expect(money()).toEqual(BOUGHT)
    expect((await create()).error).toEqual({ error: 'price_changed', price: 999, currency: 'EUR' })
  })
})
