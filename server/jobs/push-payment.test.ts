import { pino } from 'pino'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import webPush from 'web-push'
import { PushPayload } from '#contract/push.ts'
import { createPushSender, type PushSender } from '../adapters/push.ts'
import { openPushPost } from '../adapters/push-post.ts'
import { choose, sandboxReference } from '../adapters/payments/sandbox.ts'
import type { SandboxChoice } from '../adapters/payments/sandbox-state.ts'
import type { TestMember } from '../testing/members.ts'
import { pushDevice } from '../testing/push-device.ts'
import { pushService, type PushService } from '../testing/push-service.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { jobHandlers } from './handlers.ts'
import { createJobLoop } from './loop.ts'

const VAPID = webPush.generateVAPIDKeys()
/** The push service in this test runs on loopback. */
const post = openPushPost({ mayBeOwn: true })
const DEVICE = pushDevice('https://fcm.googleapis.com/fcm/send/anna-1')

let server: TestServer
let service: PushService
let push: PushSender
let anna: TestMember

beforeEach(async () => {
  server = await createTestServer()
  service = await pushService()
  const { now } = server.deps
  push = createPushSender({ vapid: VAPID, subject: 'mailto:a@visavis.test', standIn: service.origin, now, post })
  anna = await server.signUp('Anna', { language: 'en' })
  await server.as(anna)('user.push', { body: { subscription: DEVICE.subscription } })
})
afterEach(async () => {
  await service.close()
  await server.close()
})

/** Orders, has the payer choose, and lets every job run: the sandbox's webhook is one of them. */
const buy = async (choice: SandboxChoice): Promise<string> => {
  const id = server.deps.newId()
  const body = { client_id: id, package: '15', price: 749, currency: 'EUR', method: 'paypal' } as const
  expect((await server.as(anna)('payments.create', { body })).status).toBe(201)
  await choose(server.deps, sandboxReference(id), choice)
  await runJobs()
  return id
}
const runJobs = async () => {
  const mailer = { send: async () => undefined, close: () => undefined }
  const handlers = jobHandlers(server.deps, { mailer, push, sms: { send: async () => undefined } })
  await createJobLoop({
    ...server.deps,
    worker: 'test',
    log: pino({ level: 'silent' }),
    random: () => 0,
    handlers,
  }).runDue()
}
const later = async () => {
  server.clock.advance(10_000)
  await runJobs()
}
const payload = () => v.parse(PushPayload, JSON.parse(DEVICE.decrypt(service.pushed[0]?.body ?? Buffer.alloc(0))))

test('[PAY-5] a payer without the app open gets a push with a link to the receipt', async () => {
  const id = await buy('paid')
  expect(service.pushed).toEqual([])
  await later()
  expect(service.pushed).toHaveLength(1)
  expect(payload()).toMatchObject({
    notification: {
      title: 'Visavis',
      body: 'Your payment went through: your credits are here',
      navigate: `http://localhost:3000/transactions/${id}`,
      data: { kind: 'payment', names: null, member: anna.id, message: null, chat: null, profile: null },
    },
  })
  // A repeated webhook sends no second push.
  await server.visitor('payments.webhook', { params: { provider: 'sandbox' }, body: { id: sandboxReference(id) } })
  await later()
  expect(service.pushed).toHaveLength(1)
})

test('[PAY-5] a payer whose payment failed gets a push with a link to other methods', async () => {
  const id = await buy('declined')
  await later()
  expect(payload().notification).toMatchObject({
    body: 'Your payment did not go through. Nothing was charged',
    navigate: `http://localhost:3000/credits/15/paypal?payment=${id}`,
  })
})

test('[PAY-5] a payer who came back to an open page sees the outcome there, and gets no push', async () => {
  await buy('paid')
  server.deps.bus.open(anna.id, 'phone', { send: () => undefined })
  await later()
  expect(service.pushed).toEqual([])
})

test('[PAY-5] a payer who cancelled, or has the money back already, gets no push', async () => {
  await buy('cancelled')
  await later()
  const id = await buy('paid')
  await choose(server.deps, sandboxReference(id), 'charged_back')
  await runJobs()
  await later()
  expect(server.sql('select status from payments order by created_at')).toEqual([
    { status: 'cancelled' },
    { status: 'charged_back' },
  ])
  expect(service.pushed).toEqual([])
})
