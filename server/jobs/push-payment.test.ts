import { afterEach, beforeEach, expect, test } from 'vitest'
import { OrderRefused } from '../adapters/payments/provider.ts'
import { choose, sandboxReference } from '../adapters/payments/sandbox.ts'
import type { SandboxChoice } from '../adapters/payments/sandbox-state.ts'
import type { TestMember } from '../testing/members.ts'
import { pushOffice, type PushOffice } from '../testing/pushed.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let office: PushOffice
let anna: TestMember

beforeEach(async () => {
  server = await createTestServer()
  office = await pushOffice(server)
  anna = await server.signUp('Anna', { language: 'en' })
  await office.subscribe(anna)
})
afterEach(async () => {
  await office.service.close()
  await server.close()
})

/** Orders, has the payer choose, and lets every job run: the sandbox's webhook is one of them. */
const buy = async (choice: SandboxChoice): Promise<string> => {
  const id = server.deps.newId()
  const body = { client_id: id, package: '15', price: 749, currency: 'EUR', method: 'paypal' } as const
  expect((await server.as(anna)('payments.create', { body })).status).toBe(201)
  await choose(server.deps, sandboxReference(id), choice)
  await office.runJobs()
  return id
}
const later = async () => {
  server.clock.advance(10_000)
  await office.runJobs()
}
test('[PAY-5] a payer without the app open gets a push with a link to the receipt', async () => {
  const id = await buy('paid')
  expect(office.service.pushed).toEqual([])
  await later()
  expect(office.service.pushed).toHaveLength(1)
  expect(office.last()).toMatchObject({
    title: 'Visavis',
    body: 'Your payment went through: your credits are here',
    navigate: `http://localhost:3000/transactions/${id}`,
    data: { kind: 'payment', names: null, member: anna.id, message: null, chat: null, profile: null },
  })
  // A repeated webhook sends no second push.
  await server.visitor('payments.webhook', { params: { provider: 'sandbox' }, body: { id: sandboxReference(id) } })
  await later()
  expect(office.service.pushed).toHaveLength(1)
})

test('[PAY-5] a payer whose payment failed gets a push with a link to other methods', async () => {
  const id = await buy('declined')
  await later()
  expect(office.last()).toMatchObject({
    body: 'Your payment did not go through. Nothing was charged',
    navigate: `http://localhost:3000/credits/15/paypal?payment=${id}`,
  })
})

test('[PAY-5] a payer whose order no provider took reads that at once, and gets no push', async () => {
  server.deps.payments.order = () => Promise.reject(new OrderRefused('no such method'))
  const body = { client_id: server.deps.newId(), package: '15', price: 749, currency: 'EUR', method: 'paypal' } as const
  expect((await server.as(anna)('payments.create', { body })).error).toEqual({ error: 'payment_unavailable' })
  await later()
  expect(office.service.pushed).toEqual([])
})

test('[PAY-5] a payer who came back to an open page sees the outcome there, and gets no push', async () => {
  await buy('paid')
  server.deps.bus.open(anna.id, 'phone', { send: () => undefined })
  await later()
  expect(office.service.pushed).toEqual([])
})

test('[PAY-5] a payer who cancelled, or has the money back already, gets no push', async () => {
  await buy('cancelled')
  await later()
  const id = await buy('paid')
  await choose(server.deps, sandboxReference(id), 'charged_back')
  await office.runJobs()
  await later()
  expect(server.sql('select status from payments order by created_at')).toEqual([
    { status: 'cancelled' },
    { status: 'charged_back' },
  ])
  expect(office.service.pushed).toEqual([])
})
