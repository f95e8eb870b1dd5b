import { afterEach, beforeEach, expect, test } from 'vitest'
import { pushService, type PushService } from '../testing/push-service.ts'
import { gatewaySms, SmsRefused, type Sms } from './sms.ts'

/** An HTTP server that records its requests. */
let gateway: PushService
beforeEach(async () => {
  gateway = await pushService()
})
afterEach(() => gateway.close())

const SMS: Sms = { job: 7, to: '+393471234567', text: 'Visavis: 123456' }

const send = (timeoutMs?: number) =>
  gatewaySms({
    url: `${gateway.origin}/send`,
    token: 'the-token',
    fetch,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }).send(SMS)

test('[PAY-10] an SMS is posted to the gateway as JSON, with our token', async () => {
  await send()
  const [{ path, headers, body }] = gateway.pushed as [(typeof gateway.pushed)[number]]
  expect(path).toBe('/send')
  expect(headers).toMatchObject({ authorization: 'Bearer the-token', 'content-type': 'application/json' })
  expect(JSON.parse(body.toString())).toEqual({ to: SMS.to, text: SMS.text })
})

test.each([400, 404, 422])('a refusal (%i) is final', async (status) => {
  gateway.answers.set('/send', { status })
  await expect(send()).rejects.toThrow(SmsRefused)
})

test.each([401, 429, 500, 503])('an answer that may change (%i) is retried', async (status) => {
  gateway.answers.set('/send', { status })
  const error: unknown = await send().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(SmsRefused)
})

test('a redirect of the gateway is not followed, and a hanging gateway runs into the timeout', async () => {
  gateway.answers.set('/send', { status: 307, headers: { location: `${gateway.origin}/other` } })
  await expect(send()).rejects.toThrow('fetch failed')
  expect(gateway.pushed.map(({ path }) => path)).toEqual(['/send'])
  gateway.hold()
  await expect(send(50)).rejects.toThrow(/timeout/)
})

test('[SAFE-9] no error contains the number or the code', async () => {
  for (const status of [400, 500]) {
    gateway.answers.set('/send', { status })
    const error: unknown = await send().catch((reason: unknown) => reason)
    expect(String(error)).not.toMatch(/39347|123456|the-token/)
  }
})
