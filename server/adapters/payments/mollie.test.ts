import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PAYMENT_METHODS } from '#contract/payment-methods.ts'
import { mollieStandIn, type MollieStandIn } from '../../testing/mollie-stand-in.ts'
import { mollieProvider } from './mollie.ts'
import { OrderRefused, PaymentUnavailable, RefundRefused, type Order, type PaymentProvider } from './provider.ts'

let mollie: MollieStandIn
let provider: PaymentProvider
let now = 0
beforeEach(async () => {
  mollie = await mollieStandIn()
  now = 1_750_000_000_000
  provider = reaching({})
})
afterEach(() => mollie.close())

const reaching = (options: { apiKey?: string; timeoutMs?: number }) =>
  mollieProvider({ apiKey: mollie.apiKey, apiUrl: mollie.url, now: () => now, ...options })

const PAYMENT = '01890a5d-ac96-774b-bcce-b302099a8057'

const ORDER: Order = {
  paymentId: PAYMENT,
  method: 'visa',
  amount: 1_999,
  currency: 'EUR',
  country: 'IT',
  locale: 'it',
  description: 'Visavis: 40 crediti',
  redirectUrl: 'https://visavis.example.org/credits/40/visa?payment=1',
  webhookUrl: 'https://visavis.example.org/api/payments/webhook/mollie',
  sequence: 'once',
}

const posted = (path: string) => mollie.asked.filter((one) => one.method === 'POST' && one.path === `/v2/${path}`)

const signed = () =>
  provider.signMandate({
    id: PAYMENT,
    accountHolder: 'Anna Rossi',
    iban: 'IT60X0542811101000000123456',
    reference: 'VISAVIS-01890A5D',
    signedAt: Date.parse('2026-06-15T12:00:00Z'),
    email: 'anna@example.test',
  })

const storedCard = (customerId: string) =>
  mollie.state.mandates.set('mdt_card', {
    resource: 'mandate',
    id: 'mdt_card',
    customerId,
    method: 'creditcard',
    details: { cardNumber: '4242', cardLabel: 'Visa' },
  })

describe('[PAY-4] an order at Mollie', () => {
  test('contains amount, method, language, our payment and the return URL', async () => {
    const ordered = await provider.order(ORDER)
    expect(ordered).toEqual({ reference: 'tr_standin1', checkoutUrl: 'https://www.mollie.com/checkout/tr_standin1' })
    const [{ body, headers }] = posted('payments') as [(typeof mollie.asked)[number]]
    expect(body).toEqual({
      amount: { value: '19.99', currency: 'EUR' },
      description: 'Visavis: 40 crediti',
      redirectUrl: ORDER.redirectUrl,
      webhookUrl: ORDER.webhookUrl,
      locale: 'it_IT',
      method: 'creditcard',
      sequenceType: 'oneoff',
      metadata: { payment: PAYMENT, method: 'visa' },
    })
    expect(headers['idempotency-key']).toBe(PAYMENT)
  })

  test('sent again is the same payment', async () => {
    const first = await provider.order(ORDER)
    expect(await provider.order(ORDER)).toEqual(first)
    expect(mollie.state.payments.size).toBe(1)
  })

  test.each([
    ['http://localhost:3000', false],
    ['http://127.0.0.1:3000', false],
    ['http://192.168.1.7', false],
    ['http://[::1]:3000', false],
    ['http://100.64.0.7', false],
    ['http://[fe90::1]', false],
    ['http://[::ffff:10.0.0.1]', false],
    ['https://visavis.test', false],
    ['https://visavis.example.org', true],
    ['https://93.184.216.34', true],
  ])('from %s names the webhook: %s', async (origin, named) => {
    // The stand-in refuses numeric addresses, as it cannot try to reach them.
    const webhookUrl = `${origin}/api/payments/webhook/mollie`
    await provider.order({ ...ORDER, webhookUrl }).catch(() => undefined)
    expect(posted('payments')[0]?.body['webhookUrl']).toBe(named ? webhookUrl : undefined)
  })

  test.each([
    ['EUR', 999, '9.99'],
    ['EUR', 5, '0.05'],
    ['PLN', 100_000, '1000.00'],
    ['JPY', 1_500, '1500'],
  ])('with an amount of %s %i is sent as %s', async (currency, amount, value) => {
    const { reference } = await provider.order({ ...ORDER, amount, currency })
    expect(posted('payments')[0]?.body['amount']).toEqual({ value, currency })
    expect(await provider.read(reference)).toMatchObject({ amount, currency })
  })

  test('is not placed by a method that Mollie no longer has', async () => {
    await expect(provider.order({ ...ORDER, method: 'giropay' })).rejects.toThrow(PaymentUnavailable)
    expect(mollie.asked).toEqual([])
  })

  test('that Mollie refuses throws an error without the data that was sent', async () => {
    const refused = provider.order({ ...ORDER, description: '' })
    await expect(refused).rejects.toThrow(PaymentUnavailable)
    await expect(refused).rejects.toThrow('Mollie answered 422 about description')
  })
})

describe('[PAY-4] the methods', () => {
  const where = { amount: 999, currency: 'EUR', country: 'NL' }

  test('are those that Mollie and we both have; sofort and giropay are never among them', async () => {
    const methods = await provider.methods(PAYMENT_METHODS, where)
    expect(PAYMENT_METHODS.filter((method) => !methods.includes(method))).toEqual(['sofort', 'giropay'])
    expect(await provider.methods(['directdebit', 'ideal'], where)).toEqual(['directdebit', 'ideal'])
    expect(mollie.asked[0]?.path).toContain('billingCountry=NL')
  })

  test('are cached for ten minutes, and longer while Mollie is down', async () => {
    await provider.methods(['paypal'], where)
    await provider.methods(['ideal'], where)
    expect(mollie.asked).toHaveLength(2)
    now += 11 * 60_000
    mollie.fail(429, 2)
    expect(await provider.methods(['ideal'], where)).toEqual(['ideal'])
    expect(mollie.asked.length).toBeGreaterThan(2)
  })

  test('the methods are unknown while Mollie was never reached, and are requested again', async () => {
    mollie.fail(401, 2)
    await expect(provider.methods(['ideal'], where)).rejects.toThrow(PaymentUnavailable)
    const asked = mollie.asked.length
    // For half a minute, requests fail without waiting for Mollie again.
    await expect(provider.methods(['ideal'], where)).rejects.toThrow(PaymentUnavailable)
    expect(mollie.asked).toHaveLength(asked)
    now += 31_000
    expect(await provider.methods(['ideal'], where)).toEqual(['ideal'])
  })
})

describe('[PAY-5] the state read from Mollie', () => {
  test.each([
    ['open', 'open'],
    ['pending', 'pending'],
    ['authorized', 'pending'],
    ['paid', 'paid'],
    ['failed', 'failed'],
    ['canceled', 'cancelled'],
    ['expired', 'expired'],
  ])('%s is %s', async (status, ours) => {
    const { reference } = await provider.order(ORDER)
    mollie.change(reference, { status })
    expect(await provider.read(reference)).toMatchObject({ reference, paymentId: PAYMENT, status: ours })
  })

  test('has the amounts refunded by us and charged back by the bank', async () => {
    const { reference } = await provider.order(ORDER)
    expect(await provider.read(reference)).toMatchObject({ refunded: 0, chargedBack: 0 })
    mollie.change(reference, {
      status: 'paid',
      amountRefunded: { value: '5.00', currency: 'EUR' },
      amountChargedBack: { value: '14.99', currency: 'EUR' },
    })
    expect(await provider.read(reference)).toMatchObject({ refunded: 500, chargedBack: 1_499 })
  })

  test.each([
    [{ details: { failureReason: 'insufficient_funds' } }, 'insufficient_funds'],
    [{ details: { failureReason: 'card_expired' } }, 'card_expired'],
    [{ details: { failureReason: 'card_declined' } }, 'declined'],
    [{ details: { failureReason: 'unknown_reason' } }, 'other'],
    [{ details: null }, 'other'],
    [{ details: { bankReasonCode: 'AM04' }, method: 'directdebit' }, 'insufficient_funds'],
    [{ details: { bankReasonCode: 'AC04' }, method: 'directdebit' }, 'declined'],
    [{ details: { failureReason: 'card_expired' }, sequenceType: 'recurring' }, 'recurring_failed'],
  ])('[PAY-6] the reason of a failure: %j is %s', async (what, failure) => {
    const { reference } = await provider.order(ORDER)
    mollie.change(reference, { status: 'failed', ...what })
    expect(await provider.read(reference)).toMatchObject({ status: 'failed', failure })
  })

  test('is null for an unknown payment', async () => {
    expect(await provider.read('tr_unknown')).toBeNull()
    expect(mollie.asked).toHaveLength(1)
    for (const odd of ['', '../customers', 'tr_1/../../x', 'ord_1']) expect(await provider.read(odd)).toBeNull()
    expect(mollie.asked).toHaveLength(1)
  })

  test('a payment of another shop on the same account is not ours', async () => {
    const { reference } = await provider.order(ORDER)
    mollie.change(reference, { metadata: { order: 7 } })
    expect(await provider.read(reference)).toMatchObject({ paymentId: '' })
  })

  test('counts a malformed answer as no answer', async () => {
    const { reference } = await provider.order(ORDER)
    mollie.change(reference, { amount: { value: '19,99', currency: 'EUR' } })
    await expect(provider.read(reference)).rejects.toThrow(PaymentUnavailable)
    mollie.change(reference, { status: 'new' })
    await expect(provider.read(reference)).rejects.toThrow(PaymentUnavailable)
  })
})

describe('[PAY-6] a stored method', () => {
  test('is stored during a first payment, with its customer', async () => {
    const { reference } = await provider.order({ ...ORDER, sequence: 'first' })
    const customerId = String(mollie.state.payments.get(reference)?.['customerId'])
    expect(customerId).toMatch(/^cst_/)
    storedCard(customerId)
    mollie.change(reference, { mandateId: 'mdt_card' })
    expect(await provider.read(reference)).toMatchObject({ mandate: null })
    mollie.change(reference, { status: 'paid' })
    expect((await provider.read(reference))?.mandate).toEqual({
      customer: customerId,
      mandate: 'mdt_card',
      method: 'visa',
      label: '•••• 4242',
    })
  })

  test('from a bank payment is a direct debit', async () => {
    const { customer, mandate } = await signed()
    const { reference } = await provider.order({ ...ORDER, method: 'ideal', sequence: 'first', customer })
    mollie.change(reference, { mandateId: mandate, status: 'paid' })
    expect((await provider.read(reference))?.mandate).toMatchObject({ method: 'directdebit', label: '•••• 3456' })
  })

  test('pays without the payer, once, also after the idempotency key has expired', async () => {
    const stored = await signed()
    const order: Order = { ...ORDER, method: 'directdebit', sequence: 'repeat', ...stored }
    const first = await provider.order(order)
    expect(first).toMatchObject({ checkoutUrl: null })
    expect(posted('payments')[0]?.body).toMatchObject({
      sequenceType: 'recurring',
      customerId: stored.customer,
      mandateId: stored.mandate,
    })
    mollie.forgetKeys()
    expect(await provider.order(order)).toEqual(first)
    expect(mollie.state.payments.size).toBe(1)
  })

  test('[PAY-6] a charge without an answer is found by its customer, and repeating it charges nothing twice', async () => {
    const stored = await signed()
    const order: Order = { ...ORDER, method: 'directdebit', sequence: 'repeat', ...stored }
    expect(await provider.find(order.paymentId, stored.customer)).toBeNull()
    const impatient = mollieProvider({ apiKey: mollie.apiKey, apiUrl: mollie.url, now: () => 0, timeoutMs: 200 })
    mollie.fail('lost', 5)
    const lost = await impatient.order(order).catch((error: unknown) => error)
    expect(lost).toBeInstanceOf(PaymentUnavailable)
    expect(lost).not.toBeInstanceOf(OrderRefused)
    mollie.fail('lost', 0)
    expect(mollie.state.payments.size).toBe(1)
    const charged = await provider.find(order.paymentId, stored.customer)
    expect(charged).toEqual({ reference: 'tr_standin3', checkoutUrl: null })
    mollie.forgetKeys()
    expect(await provider.order(order)).toEqual(charged)
    expect(mollie.state.payments.size).toBe(1)
  })

  test('that Mollie refuses certainly charges nothing', async () => {
    const stored = await signed()
    const order: Order = { ...ORDER, method: 'directdebit', sequence: 'repeat', ...stored, mandate: 'mdt_gone' }
    await expect(provider.order(order)).rejects.toThrow(OrderRefused)
    expect(mollie.state.payments.size).toBe(0)
  })

  test('is deleted with its customer, also when repeated', async () => {
    const stored = await signed()
    await provider.forget(stored)
    expect([mollie.state.mandates.size, mollie.state.customers.size]).toEqual([0, 0])
    await provider.forget(stored)
  })
})

test('[PAY-10] a mandate is signed with holder, account, day and our reference, once', async () => {
  const stored = await signed()
  expect(posted('customers')[0]?.body).toEqual({ name: 'Anna Rossi', email: 'anna@example.test' })
  expect(posted(`customers/${stored.customer}/mandates`)[0]?.body).toEqual({
    method: 'directdebit',
    consumerName: 'Anna Rossi',
    consumerAccount: 'IT60X0542811101000000123456',
    signatureDate: '2026-06-15',
    mandateReference: 'VISAVIS-01890A5D',
  })
  expect(await signed()).toEqual(stored)
})

test('[SAFE-9] a refused account number is in no error message', async () => {
  const wrong = provider.signMandate({
    id: PAYMENT,
    accountHolder: 'Anna',
    iban: 'nonsense',
    reference: 'A-1',
    signedAt: now,
    email: 'anna@example.test',
  })
  await expect(wrong).rejects.toThrow('Mollie answered 422 about consumerAccount')
})

describe('[PAY-5] cancelling', () => {
  test('reaches Mollie if the payment can be cancelled, else does nothing', async () => {
    const { reference } = await provider.order(ORDER)
    await provider.cancel(reference)
    expect(await provider.read(reference)).toMatchObject({ status: 'open' })
    expect(mollie.asked.some(({ method }) => method === 'DELETE')).toBe(false)
    mollie.change(reference, { isCancelable: true })
    await provider.cancel(reference)
    expect(await provider.read(reference)).toMatchObject({ status: 'cancelled' })
    await provider.cancel('tr_unknown')
    await provider.cancel('nonsense')
  })
})

test('[PAY-11] a refund is made once by its key, also after the idempotency key has expired', async () => {
  const { reference } = await provider.order(ORDER)
  const back = () => provider.refund(reference, { amount: 500, currency: 'EUR' }, 'refund-1')
  expect(await provider.findRefund(reference, 'refund-1')).toBeNull()
  await back()
  await back()
  mollie.forgetKeys()
  await back()
  expect(await provider.findRefund(reference, 'refund-1')).toBe(500)
  expect([...mollie.state.refunds.values()]).toMatchObject([
    { paymentId: reference, amount: { value: '5.00', currency: 'EUR' }, metadata: { key: 'refund-1' } },
  ])
})

test.each(['failed', 'canceled'])('[DESK-12] a refund that %s later is made again under its key', async (status) => {
  const { reference } = await provider.order(ORDER)
  const back = () => provider.refund(reference, { amount: 500, currency: 'EUR' }, 'refund-1')
  await back()
  mollie.forgetKeys()
  for (const [id, made] of mollie.state.refunds) mollie.state.refunds.set(id, { ...made, status })
  expect(await provider.findRefund(reference, 'refund-1')).toBeNull()
  await back()
  expect(mollie.state.refunds.size).toBe(2)
})

test.each([
  [404, true],
  [422, true],
  [401, false],
  [403, false],
  [409, false],
  [429, false],
  [503, false],
])('[DESK-12] a refund that Mollie answers with %i is refused for good: %s', async (status, isRefused) => {
  const { reference } = await provider.order(ORDER)
  mollie.fail(status, 9)
  const failure: unknown = await provider.refund(reference, { amount: 500, currency: 'EUR' }, 'key').catch((e) => e)
  expect(failure).toBeInstanceOf(PaymentUnavailable)
  expect(failure instanceof RefundRefused).toBe(isRefused)
})

describe('[PAY-4] Mollie unavailable', () => {
  const everything: [string, () => Promise<unknown>][] = [
    ['methods', () => provider.methods(['ideal'], { amount: 1, currency: 'EUR', country: 'NL' })],
    ['order', () => provider.order(ORDER)],
    ['read', () => provider.read('tr_1')],
    ['cancel', () => provider.cancel('tr_1')],
    ['refund', () => provider.refund('tr_1', { amount: 1, currency: 'EUR' }, 'key')],
    ['signMandate', signed],
    ['forget', () => provider.forget({ customer: 'cst_1', mandate: 'mdt_1' })],
  ]

  test.each(everything)('%s throws PaymentUnavailable if nothing listens', async (_, action) => {
    await mollie.close()
    await expect(action()).rejects.toThrow(PaymentUnavailable)
  })

  test.each(everything)('%s throws PaymentUnavailable after the timeout', async (_, action) => {
    mollie.fail('silence', 5)
    provider = reaching({ timeoutMs: 100 })
    await expect(action()).rejects.toThrow('Mollie did not answer in time')
  })

  test.each(everything)('%s throws PaymentUnavailable after too many requests', async (_, action) => {
    mollie.fail(429, 5)
    await expect(action()).rejects.toThrow('Mollie answered 429')
  })

  test.each(everything)('%s throws PaymentUnavailable with a wrong key', async (_, action) => {
    provider = reaching({ apiKey: 'test_wrong' })
    await expect(action()).rejects.toThrow('Mollie answered 401')
  })

  test('a short failure of Mollie is retried, and the order placed once', async () => {
    mollie.fail(503, 2)
    const { reference } = await provider.order(ORDER)
    expect(posted('payments').map(({ headers }) => headers['idempotency-key'])).toEqual([PAYMENT, PAYMENT, PAYMENT])
    expect([...mollie.state.payments.keys()]).toEqual([reference])
  })
})
