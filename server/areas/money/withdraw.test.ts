import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import { PaymentUnavailable } from '../../adapters/payments/provider.ts'
import type { TestMember } from '../../testing/members.ts'
import { addPayment, buy } from '../../testing/money-rows.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { changeSetting } from '../desk/settings.ts'
import { movePayment } from './move-payment.ts'

let server: TestServer
let anna: TestMember
/** The refunds requested from the provider, by idempotency key. */
let refunds: Map<string, { reference: string; amount: number; currency: string }>
let isDown: boolean
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna', { language: 'en', credits: 0 })
  refunds = new Map()
  isDown = false
  server.deps.payments.refund = async (reference, money, key) => {
    if (isDown) throw new PaymentUnavailable('down')
    refunds.set(key, { reference, ...money })
  }
})
afterEach(() => server.close())

const withdraw = (id: string, refund: number, member = anna) =>
  server.as(member)('transactions.withdraw', { params: { id }, body: { refund } })
const preview = async (id: string) =>
  (await server.as(anna)('transactions.get', { params: { id } })).body.withdrawal ?? null
const spend = async (count: number) => {
  const to = await server.signUp(`Reader ${count}`)
  for (let sent = 0; sent < count; sent += 1) {
    await server.sendText(anna, to, 'Hello')
  }
}
const stateOf = () => ({
  credits: server.sql('select credits, paid_user from users where id = ?', anna.id)[0],
  ledger: server.sql(
    `select amount, reason from ledger where user_id = ? and reason not in ('message', 'signup') order by id`,
    anna.id,
  ),
})

test('[PAY-11] [SITE-15] a purchase can be withdrawn for the days of its domain, whatever domain the member is on', async () => {
  server.sql(`insert into site_settings (domain, key, value) values ('nacht.test', 'refund_days', '30')`)
  const id = await buy(server, anna)
  server.sql(`update payments set domain = 'nacht.test' where id = ?`, id)
  server.clock.advance(20 * DAY_MS)
  expect(await preview(id)).toMatchObject({ possible: true, refund: 999 })
  expect((await withdraw(id, 999)).status).toBe(200)
})

const setDays = (domain: string, days: number | null) =>
  changeSetting(server.deps, null, {
    domain,
    key: 'refund_days',
    to: days === null ? null : { value: days },
    reason: 'Another policy',
  })

test('[PAY-11] [SITE-15] days that were lowered for all domains never counted for a domain with days of its own', async () => {
  await setDays('*', 30)
  await setDays('nacht.test', 14)
  server.sql(`insert into site_settings (domain, key, value) values ('nacht.test', 'search_page_size', '60')`)
  server.clock.advance(DAY_MS)
  const id = await buy(server, anna, { domain: 'nacht.test' })
  await setDays('*', 20)
  server.clock.advance(25 * DAY_MS)
  // The settings are read again in the background.
  await preview(id)
  expect(await preview(id)).toMatchObject({ possible: false })
})

test('[PAY-11] the days that counted when a purchase was made still count after the setting was lowered', async () => {
  server.sql(`insert into site_settings (domain, key, value) values ('nacht.test', 'name', '"Nacht"')`)
  await setDays('*', 30)
  const before = await buy(server, anna)
  const atNight = await buy(server, anna, { domain: 'nacht.test' })
  server.clock.advance(DAY_MS)
  await setDays('nacht.test', 20)
  await setDays('*', 14)
  await setDays('nacht.test', null)
  server.clock.advance(DAY_MS)
  const after = await buy(server, anna)
  server.clock.advance(25 * DAY_MS)
  // The settings are read again in the background.
  await preview(before)
  for (const id of [before, atNight]) expect(await preview(id)).toMatchObject({ possible: true, refund: 999 })
  expect(await preview(after)).toMatchObject({ possible: false })
  expect((await withdraw(before, 999)).status).toBe(200)
  expect((await withdraw(after, 999)).error).toEqual({ error: 'withdrawal_over' })
})

describe('[PAY-11] withdrawing from a purchase', () => {
  test('takes back the unspent credits, ends Premium, and refunds once', async () => {
    const id = await buy(server, anna)
    await spend(8)
    server.clock.advance(3 * DAY_MS)
    expect((await preview(id))?.refund).toBe(466)
    const { status, body } = await withdraw(id, 466)
    expect(status).toBe(200)
    expect(body.payment.status).toBe('refunded')
    const withdrawal = {
      until: server.clock.now() + 12 * DAY_MS + HOUR_MS,
      possible: false,
      credits_unspent: 7,
      credits_spent: 8,
      refund: 466,
      declared_at: server.clock.now(),
    }
    expect(body.withdrawal).toEqual(withdrawal)
    expect(await preview(id)).toEqual(withdrawal)
    expect(stateOf()).toEqual({
      credits: { credits: 0, paid_user: 0 },
      ledger: [
        { amount: 15, reason: 'purchase' },
        { amount: -7, reason: 'refund' },
      ],
    })
    await runJobs(server)
    const [reference] = server.sql('select reference from payments where id = ?', id)
    expect([...refunds.values()]).toEqual([{ ...reference, amount: 466, currency: 'EUR' }])
  })

  test('stores each transition with its origin', async () => {
    const id = await buy(server, anna)
    await withdraw(id, 999)
    expect(server.sql('select payment, before, after, by from payment_transitions')).toEqual([
      { payment: id, before: 'completed', after: 'refunded', by: 'member' },
    ])
  })

  test('repeated, also in parallel, happens once with the same answer', async () => {
    const id = await buy(server, anna)
    const answers = await Promise.all([withdraw(id, 999), withdraw(id, 999), withdraw(id, 999)])
    answers.push(await withdraw(id, 999), await withdraw(id, 5))
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body])
    await runJobs(server)
    await server.deps.write((tx) => tx.jobs.add({ kind: 'payments.refund', payload: { payment: id } }, 0))
    await runJobs(server)
    expect(refunds.size).toBe(1)
    expect(inboxOf(server)).toHaveLength(1)
    expect(stateOf().ledger).toHaveLength(2)
  })

  test('refunds the displayed amount or nothing: credits spent meanwhile change it', async () => {
    const id = await buy(server, anna)
    await spend(1)
    expect((await withdraw(id, 999)).error).toEqual({ error: 'price_changed', price: 932, currency: 'EUR' })
    expect(stateOf().credits).toEqual({ credits: 14, paid_user: 1 })
    expect((await withdraw(id, 932)).status).toBe(200)
  })

  test('is possible to the last millisecond of its time, and not after it', async () => {
    const [one, other] = [await buy(server, anna), await buy(server, anna)]
    server.clock.advance(15 * DAY_MS + HOUR_MS - 1)
    expect((await preview(one))?.possible).toBe(true)
    expect((await withdraw(one, 999)).status).toBe(200)
    server.clock.advance(1)
    expect((await preview(other))?.possible).toBe(false)
    expect((await withdraw(other, 999)).error).toEqual({ error: 'withdrawal_over' })
  })

  test('is not possible if no credits are left', async () => {
    const id = await buy(server, anna)
    await spend(15)
    expect(await preview(id)).toMatchObject({ possible: false, refund: 0, credits_spent: 15 })
    expect((await withdraw(id, 0)).error).toEqual({ error: 'withdrawal_over' })
    expect(stateOf().credits).toMatchObject({ paid_user: 1 })
  })

  test('Premium stays if another purchase is completed', async () => {
    const id = await buy(server, anna)
    await buy(server, anna, { credits: 40, amount: 1_999 })
    await withdraw(id, 999)
    expect(stateOf().credits).toEqual({ credits: 40, paid_user: 1 })
  })

  test('is impossible for other members and for unpaid payments', async () => {
    const id = await buy(server, anna)
    const bert = await server.signUp('Bert')
    expect((await withdraw(id, 999, bert)).error).toEqual({ error: 'not_found' })
    expect((await withdraw(addPayment(server, anna.id, { status: 'pending' }), 999)).error?.error).toBe(
      'withdrawal_over',
    )
    expect((await withdraw(addPayment(server, anna.id, { status: 'charged_back' }), 999)).error?.error).toBe(
      'withdrawal_over',
    )
  })

  test('[PAY-5] a refund that the provider does not accept yet is retried without end', async () => {
    isDown = true
    const id = await buy(server, anna)
    await withdraw(id, 999)
    for (let hour = 0; hour < 40; hour += 1) {
      await runJobs(server)
      server.clock.advance(2 * 3_600_000)
    }
    expect(refunds.size).toBe(0)
    isDown = false
    await runJobs(server)
    expect(refunds.size).toBe(1)
    expect(server.sql(`select * from jobs where kind = 'payments.refund'`)).toEqual([])
  })

  test('a later chargeback takes no further credits', async () => {
    const id = await buy(server, anna)
    await withdraw(id, 999)
    await buy(server, anna)
    await server.deps.write(async (tx) => {
      const payment = await tx.payments.byId(id)
      if (payment) await movePayment(tx, payment, { to: 'charged_back', by: 'provider', at: server.clock.now() })
    })
    expect(stateOf().credits).toEqual({ credits: 15, paid_user: 1 })
  })
})

describe('[PAY-11] its mails', () => {
  test('the receipt of a purchase: the invoice, no renewal, and how to withdraw', async () => {
    const id = await buy(server, anna, { invoice: 7, country: 'DE', vatPercentage: 19 })
    await server.deps.write((tx) => tx.jobs.add({ kind: 'mail.purchase', payload: { payment: id } }, 0))
    await runJobs(server)
    const [mail] = inboxOf(server)
    expect(mail).toMatchObject({ recipient: anna.email, subject: 'Your receipt V-2026-000007' })
    for (const said of [
      '15 credits have been added to your account',
      'Invoice V-2026-000007 of June 15, 2026: net €8.39, VAT 19% €1.60, total €9.99.',
      'Seller: Visavis Demo, 1 Example Street, Dublin, Ireland. Company number 00000000, VAT number IE0000000XX.',
      `Buyer: Anna, ${anna.email}, Germany.`,
      'nothing renews by itself',
      'within 14 days without giving a reason, until June 30, 2026 at 13:00 UTC',
      `/transactions/${id}`,
    ])
      expect([mail?.text, mail?.html].every((part) => part?.includes(said))).toBe(true)
  })

  test('the withdrawal: its content, its time to the second, the refund and the spent credits', async () => {
    const id = await buy(server, anna, { invoice: 7 })
    await spend(8)
    server.clock.advance(DAY_MS + 5_000)
    await withdraw(id, 466)
    server.clock.advance(3_600_000)
    await runJobs(server)
    const mail = inboxOf(server).find(({ subject }) => subject.includes('withdrawal'))
    expect(mail).toMatchObject({ recipient: anna.email, subject: 'Your withdrawal is confirmed (V-2026-000007)' })
    for (const said of [
      'On June 16, 2026 at 12:00:05 UTC you declared',
      'the purchase V-2026-000007 of June 15, 2026 (15 credits)',
      '7 unspent credits were taken off your account. We pay back €4.66 of the €9.99',
      '8 credits were spent already',
    ])
      expect([mail?.text, mail?.html].every((part) => part?.includes(said))).toBe(true)
  })

  test('are not sent to erased members, nor for unpaid payments', async () => {
    const id = await buy(server, anna)
    await withdraw(id, 999)
    const open = addPayment(server, anna.id, { status: 'pending' })
    await server.deps.write(async (tx) => {
      await tx.jobs.add({ kind: 'mail.purchase', payload: { payment: id } }, 0)
      await tx.jobs.add({ kind: 'mail.purchase', payload: { payment: open } }, 0)
      await tx.jobs.add({ kind: 'mail.withdrawal', payload: { payment: open } }, 0)
    })
    server.sql(`update users set status = 'deleted' where id = ?`, anna.id)
    await runJobs(server)
    expect(inboxOf(server)).toEqual([])
  })
})
