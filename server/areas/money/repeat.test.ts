import { afterEach, beforeEach, expect, test } from 'vitest'
import { sandboxProvider, sandboxReference } from '../../adapters/payments/sandbox.ts'
import type { SandboxChoice } from '../../adapters/payments/sandbox-state.ts'
import { paymentsForget } from '../../jobs/payments.ts'
import { chooseAtSandbox, faultyProvider, sendWebhook, type ProviderCall } from '../../testing/sandbox.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import type { TestMember } from '../../testing/members.ts'

let server: TestServer
let anna: TestMember
let asked: ProviderCall[]
beforeEach(async () => {
  asked = []
  const at = (call: ProviderCall, when: 'before' | 'after') => void (when === 'before' && asked.push(call))
  server = await createTestServer({ payments: (on) => faultyProvider(sandboxProvider(on), { at }) })
  anna = await server.signUp('Anna', { credits: 0 })
})
afterEach(() => server.close())

const settle = (id: string, choice: SandboxChoice) => chooseAtSandbox(server, id, choice)

/** The first purchase, at the payment page. */
const buy = async (choice: SandboxChoice, remember = true) => {
  const id = server.deps.newId()
  const body = { client_id: id, package: '40', price: 1_499, currency: 'EUR', method: 'creditcard', remember } as const
  expect((await server.as(anna)('payments.create', { body })).status).toBe(201)
  await settle(id, choice)
  return id
}
const order = (over = {}) => ({ client_id: server.deps.newId(), package: '40', price: 1_999, currency: 'EUR', ...over })
const repeat = (body = order()) => server.as(anna)('payments.repeat', { body })
const offer = async () => (await server.as(anna)('payments.repeat_offer')).body.offer
const credits = () => server.sql('select credits from users where id = ?', anna.id)[0]?.['credits']

test('[PAY-6] a method is stored only if the payer allowed it, and after a completed payment', async () => {
  await buy('paid', false)
  expect(await offer()).toBeNull()
  expect((await repeat()).error).toEqual({ error: 'no_stored_method' })
})

test('[PAY-6] one tap buys the package of the last purchase with the stored method, at the displayed price', async () => {
  await buy('paid')
  expect(await offer()).toMatchObject({
    package: { id: '40', credits: 40, full_price: 1_999, price: 1_999, currency: 'EUR' },
    method: 'creditcard',
    label: '•••• 4242',
  })
  const body = order()
  const { status, body: answer } = await repeat(body)
  expect(status).toBe(201)
  expect(answer.payment).toMatchObject({
    status: 'completed',
    repeated: true,
    method: 'creditcard',
    checkout_url: null,
  })
  expect(credits()).toBe(80)

  // A repeated tap gets the same payment.
  expect((await repeat(body)).body.payment).toEqual(answer.payment)
  expect(credits()).toBe(80)
  expect((await repeat(order({ price: 1 }))).error).toEqual({ error: 'price_changed', price: 1_999, currency: 'EUR' })

  await repeat(order({ package: '15', price: 999 }))
  expect((await offer())?.package.id).toBe('15')
})

test('[PAY-6] a method that another provider stored is neither offered nor charged', async () => {
  await buy('paid')
  server.sql(`update stored_methods set provider = 'mollie'`)
  expect(await offer()).toBeNull()
  expect((await repeat()).error).toEqual({ error: 'no_stored_method' })
  expect(credits()).toBe(40)
})

test('[PAY-6] if the bank asks for confirmation, the payer is sent there', async () => {
  await buy('paid_asks')
  const body = order()
  const { payment } = (await repeat(body)).body
  expect(payment).toMatchObject({
    status: 'pending',
    repeated: true,
    checkout_url: `/sandbox/${sandboxReference(body.client_id)}`,
  })
  expect(credits()).toBe(40)
  await settle(body.client_id, 'paid')
  expect(credits()).toBe(80)
})

test('[PAY-6] a card failure is reported, and no credits are given', async () => {
  await buy('paid_fails')
  const { payment } = (await repeat()).body
  expect(payment).toMatchObject({ status: 'failed', failure: 'recurring_failed', repeated: true })
  expect(credits()).toBe(40)
})

test('[PAY-6] a method that is deleted here is deleted at the provider, and no tap buys any more', async () => {
  const id = await buy('paid')
  const stored = server.sql('select customer, mandate from stored_methods')
  for (let times = 0; times < 2; times += 1) expect((await server.as(anna)('payments.forget_method')).body).toEqual({})
  expect(await offer()).toBeNull()
  expect((await repeat()).error).toEqual({ error: 'no_stored_method' })
  // A late report about the purchase stores it no second time.
  await sendWebhook(server, id)
  expect(server.sql('select * from stored_methods')).toEqual([])
  const jobs = server.sql(`select payload from jobs where kind = 'payments.forget'`)
  expect(jobs.map(({ payload }) => JSON.parse(String(payload)) as unknown)).toEqual([
    { provider: 'sandbox', ...stored[0] },
  ])
  await paymentsForget(server.deps)({ provider: 'sandbox', customer: 'cst_1', mandate: 'mdt_1' })
  expect(asked.at(-1)).toBe('forget')
  const elsewhere = paymentsForget(server.deps)({ provider: 'mollie', customer: 'cst_1', mandate: 'mdt_1' })
  await expect(elsewhere).rejects.toThrow('another provider')
})
