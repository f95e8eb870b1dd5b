import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Payment } from '#contract/entities/money.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import type { TestMember } from '../../testing/members.ts'
import { openPayments } from '../../adapters/payments/open.ts'
import { mollieStandIn, type MollieStandIn } from '../../testing/mollie-stand-in.ts'
import { runJobs, smsOf } from '../../testing/post-office.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let mollie: MollieStandIn
let server: TestServer
let lines: string[]
let anna: TestMember
beforeEach(async () => {
  lines = []
  mollie = await mollieStandIn()
  const env = {
    MOLLIE_API_KEY: mollie.apiKey,
    MOLLIE_API_URL: mollie.url,
    PUBLIC_URL: 'https://visavis.example.org',
  }
  server = await createTestServer({
    env,
    payments: openPayments,
    log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
  })
  anna = await server.signUp('Anna', { credits: 0 })
})
afterEach(async () => {
  await server.close()
  await mollie.close()
})

const ID = '01890a5d-ac96-774b-bcce-b302099a8057'

const orderOf = async () => {
  const { body } = await server.as(anna)('packages.get', { query: {} })
  const [{ id, price }] = body.packages as [(typeof body.packages)[number]]
  return { client_id: ID, package: id, price, currency: body.currency }
}

const create = async (method: 'visa' | 'ideal' = 'visa') =>
  server.as(anna)('payments.create', { body: { ...(await orderOf()), method, remember: false } })

const webhook = (id: string) => server.visitor('payments.webhook', { params: { provider: 'mollie' }, body: { id } })

const stands = async (): Promise<Payment['status']> => {
  const { body } = await server.as(anna)('payments.get', { params: { id: ID } })
  return body.payment.status
}

const credits = () => server.sql('select credits, paid_user from users where id = ?', anna.id)[0]

const referenceOf = () => [...mollie.state.payments.keys()][0] ?? ''

test('[PAY-5] [OPS-15] money for an order that a restore has lost is named in the log by both of its numbers', async () => {
  await create()
  const reference = referenceOf()
  server.sql('delete from payments where id = ?', ID)
  mollie.change(reference, { status: 'paid' })
  expect((await webhook(reference)).status).toBe(200)
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { level: 50, payment: ID, reference, status: 'paid', wrong: 'unknown' },
  ])
})

test('[PAY-4]a purchase through Mollie: page, webhook, a read of the state, credits once', async () => {
  const { body } = await create()
  expect(body.payment).toMatchObject({
    status: 'pending',
    checkout_url: expect.stringContaining('https://www.mollie.com/checkout/'),
  })
  const reference = referenceOf()
  const told = mollie.state.payments.get(reference)
  expect(told).toMatchObject({
    webhookUrl: 'https://visavis.example.org/api/payments/webhook/mollie',
    redirectUrl: `https://visavis.example.org/credits/15/visa?payment=${ID}`,
  })
  // The webhook contains no state.
  await webhook(reference)
  expect(await stands()).toBe('pending')
  mollie.change(reference, { status: 'paid' })
  for (let times = 0; times < 3; times += 1) expect((await webhook(reference)).status).toBe(200)
  expect(await stands()).toBe('completed')
  expect(credits()).toEqual({ credits: 15, paid_user: 1 })
})

test('[PAY-5] another amount, or the payment of another shop, completes nothing', async () => {
  await create()
  const reference = referenceOf()
  mollie.change(reference, { status: 'paid', amount: { value: '0.01', currency: 'EUR' } })
  await webhook(reference)
  expect(credits()).toEqual({ credits: 0, paid_user: 0 })
  mollie.change('tr_other', { ...mollie.state.payments.get(reference), id: 'tr_other', metadata: { shop: 1 } })
  await webhook('tr_other')
  await webhook('tr_nobody')
  expect(credits()).toEqual({ credits: 0, paid_user: 0 })
})

test('[PAY-4] while Mollie is unavailable, nothing is bought and nothing is charged', async () => {
  const order = await orderOf()
  mollie.fail(503, 30)
  const answer = await server.as(anna)('payments.create', { body: { ...order, method: 'visa', remember: false } })
  expect(answer).toMatchObject({ status: 502, error: { error: 'payment_unavailable' } })
  expect(mollie.state.payments.size).toBe(0)
})

test('[OPS-13] the log says why a payment failed, under the id of the payment', async () => {
  const order = await orderOf()
  mollie.fail(503, 30)
  await server.as(anna)('payments.create', { body: { ...order, method: 'visa', remember: false } })
  expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({
      payment: order.client_id,
      reason: 'Mollie answered 503',
      msg: 'the provider did not accept an order, the payment failed',
    }),
  )
})

test('[PAY-10] a direct debit through Mollie: customer, mandate, and a charge that takes its bank time', async () => {
  await server.as(anna)('directdebit.start', {
    body: {
      ...(await orderOf()),
      account_holder: 'Anna Rossi',
      iban: 'IT60X0542811101000000123456',
      street: 'Via Roma',
      house_number: '7',
      zip: '20121',
      city: 'Milano',
      phone: '347 123 4567',
    },
  })
  await runJobs(server)
  const sms_code = /#(\d{6})/.exec(smsOf(server)[0]?.text ?? '')?.[1] ?? ''
  const { body } = await server.as(anna)('directdebit.confirm', { body: { directdebit: ID, sms_code } })
  expect(body.payment).toMatchObject({ status: 'pending', checkout_url: null })
  const [mandate] = [...mollie.state.mandates.values()]
  expect(mollie.state.payments.get(referenceOf())).toMatchObject({
    sequenceType: 'recurring',
    method: 'directdebit',
    customerId: mandate?.['customerId'],
    mandateId: mandate?.['id'],
  })
  mollie.change(referenceOf(), { status: 'failed', details: { bankReasonCode: 'AM04' } })
  server.clock.advance(MINUTE_MS)
  await runJobs(server)
  const { body: after } = await server.as(anna)('payments.get', { params: { id: ID } })
  expect(after.payment).toMatchObject({ status: 'failed', failure: 'insufficient_funds' })
})
