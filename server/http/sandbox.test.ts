import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import type { TestMember } from '../testing/members.ts'
import { sandboxReference } from '../adapters/payments/sandbox.ts'

let server: TestServer
let anna: TestMember
let id: string
let path: string
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna', { language: 'en', credits: 0 })
  id = server.deps.newId()
  path = `/sandbox/${sandboxReference(id)}`
})
afterEach(() => server.close())

const buyIn = (language: 'de' | 'it') =>
  server.as(anna)('payments.create', {
    body: {
      client_id: id,
      package: '15',
      price: 749,
      currency: 'EUR',
      method: 'paypal',
      begin: { version: '2026-11-22', language },
    },
  })
const begin = async (remember = false) => {
  const body = { client_id: id, package: '15', price: 749, currency: 'EUR', method: 'creditcard', remember } as const
  expect((await server.as(anna)('payments.create', { body })).body.payment.checkout_url).toBe(path)
}
const open = async () => (await server.app.request(`http://localhost${path}`)).text()
const choose = (outcome: string, headers: Record<string, string> = {}) =>
  server.app.request(`http://localhost${path}`, { method: 'POST', body: new URLSearchParams({ outcome }), headers })
const choices = (html: string) => [...html.matchAll(/name="outcome" value="(\w+)"/g)].map(([, value]) => value)
const status = async () => (await server.as(anna)('payments.get', { params: { id } })).body.payment.status

const FAILURES = ['declined', 'insufficient_funds', 'card_expired']

describe('[PAY-4] the page of the sandbox', () => {
  test('continues in the language of the screen with the button, which may not be the account’s', async () => {
    await buyIn('de')
    expect(await open()).toContain('<html lang="de">')
  })

  test('shows the order, in the payer’s language, and offers every outcome', async () => {
    await begin()
    const html = await open()
    expect(html).toContain('<html lang="en">')
    expect(html).toContain('Visavis: 15 credits')
    expect(html).toContain('€7.49')
    expect(choices(html)).toEqual(['paid', ...FAILURES, 'cancelled', 'pending'])
    expect(html).not.toMatch(/<script| checked/)
    const bert = await server.signUp('Bert', { language: 'it' })
    const body = {
      client_id: server.deps.newId(),
      package: '15',
      price: 749,
      currency: 'EUR',
      method: 'paypal',
    } as const
    await server.as(bert)('payments.create', { body })
    path = `/sandbox/${sandboxReference(body.client_id)}`
    const italian = await open()
    expect(italian).toContain('<html lang="it">')
    expect(italian).toContain('Visavis: 15 crediti')
    // A method without a card has no card that could expire.
    expect(choices(italian)).not.toContain('card_expired')
  })

  test('asks how a stored method behaves from then on', async () => {
    await begin(true)
    expect(choices(await open()).slice(0, 3)).toEqual(['paid', 'paid_asks', 'paid_fails'])
  })

  test.each([
    ['paid', 'completed', ['refunded_half', 'refunded_all', 'charged_back']],
    ['declined', 'failed', []],
    ['cancelled', 'cancelled', []],
    ['pending', 'pending', ['paid', ...FAILURES]],
  ])('%s leads back, where the payment is %s', async (outcome, expected, left) => {
    await begin()
    const response = await choose(outcome)
    expect([response.status, response.headers.get('location')]).toEqual([303, `/credits/15/creditcard?payment=${id}`])
    expect(server.sql('select status from payments')).toEqual([{ status: expected }])
    expect(await status()).toBe(expected)
    const html = await open()
    expect(choices(html)).toEqual(left)
    expect(html).toContain(`href="/credits/15/creditcard?payment=${id}"`)
  })

  test('a pending payment is paid later, then charged back, then paid again, each on the same page', async () => {
    await begin()
    await choose('pending')
    await choose('paid')
    expect(await status()).toBe('completed')
    await choose('charged_back')
    expect(await status()).toBe('charged_back')
    const html = await open()
    expect(html).toContain('The bank took the money back.')
    expect(choices(html)).toEqual(['chargeback_won'])
    server.clock.advance(1)
    await choose('chargeback_won')
    expect(await status()).toBe('completed')
  })

  test('accepts only choices that it offers, and none from another site', async () => {
    await begin()
    for (const outcome of ['charged_back', 'completed', '', 'paid_asks']) await choose(outcome)
    expect((await choose('paid', { origin: 'https://elsewhere.test' })).status).toBe(403)
    expect(await status()).toBe('pending')
    server.clock.advance(15 * MINUTE_MS)
    await choose('paid')
    expect(await status()).toBe('expired')
    expect(await open()).toContain('The time to pay is over.')
  })

  test('[SAFE-5] runs no script, cannot be framed, and posts to this site only', async () => {
    await begin()
    const { headers } = await server.app.request(`http://localhost${path}`)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('script-src')
    expect(policy).not.toContain('unsafe')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('escapes markup in the site’s name', async () => {
    await server.close()
    server = await createTestServer({ settings: { name: '<b>Visavis</b>' } })
    anna = await server.signUp('Anna', { language: 'en' })
    id = server.deps.newId()
    path = `/sandbox/${sandboxReference(id)}`
    await begin()
    expect(await open()).not.toContain('<b>Visavis')
  })

  test('is 404 for an unknown reference', async () => {
    const response = await server.app.request('http://localhost/sandbox/sbx_nothing')
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('<main>')
  })
})
