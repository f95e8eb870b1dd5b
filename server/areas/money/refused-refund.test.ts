import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RefusedRefundAnswer } from '#contract/desk/member-money.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { PaymentUnavailable, RefundRefused } from '../../adapters/payments/provider.ts'
import { sandboxProvider, sandboxReference } from '../../adapters/payments/sandbox.ts'
import { addTestStaff, deskOn, type DeskCaller } from '../../testing/desk.ts'
import type { TestMember } from '../../testing/members.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import {
  buyCredits,
  type Fault,
  faultyProvider,
  refundAtSandbox,
  refundedAtSandbox,
  sendWebhook,
} from '../../testing/sandbox.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { applyProviderState } from './settle.ts'

let server: TestServer
let anna: TestMember
let finance: DeskCaller
let fault: Fault
beforeEach(async () => {
  fault = {}
  server = await createTestServer({ payments: (on) => faultyProvider(sandboxProvider(on), fault) })
  anna = await server.signUp('Anna', { credits: 0 })
  finance = deskOn(server.app, (await addTestStaff(server.deps, 'Fay', 'finance')).cookie)
})
afterEach(() => server.close())

const refuse = (error: Error = new RefundRefused('The account is closed')) => {
  fault.at = (call, when) => {
    if (call === 'refund' && when === 'before') throw error
  }
}
const heal = () => Object.assign(fault, { at: undefined })
const withdraw = (id: string, refund = 749) =>
  server.as(anna)('transactions.withdraw', { params: { id }, body: { refund } })
const refund = (id: string, amount: number) =>
  finance('money.refund', { params: { payment: id }, body: { part: 'amount', amount, reason: 'mistake', note: '' } })
const settle = (id: string, answer: RefusedRefundAnswer, order: string | null = null) =>
  finance('money.settle_refund', {
    params: { payment: id },
    body: { refund: order, answer, reason: 'Transfer of 16 June' },
  })
const atDesk = async () => {
  const { body } = await finance('money.member', { params: { member: String(anna.id) }, query: {} })
  const [payment] = body.payments
  if (!payment) throw new Error('no payment')
  return payment
}
const atMember = async (id: string) => (await server.as(anna)('transactions.get', { params: { id } })).body.payment
const queued = async () =>
  (await finance('queue.list', { query: {} })).body.rows.flatMap(({ items }) =>
    items.map(({ kind, text }) => `${kind} ${text}`),
  )
const jobs = () => server.sql(`select kind from jobs where kind in ('payments.refund', 'mail.refund')`)
const mailsOfRefund = () => inboxOf(server).filter(({ subject }) => subject.includes('1,00'))
const paidBack = (id: string) => refundedAtSandbox(server, id)
/** @returns the hints that an open page of the desk gets from now on */
const openDesk = (): string[] => {
  const heard: string[] = []
  server.deps.bus.openDesk(
    (hint) => heard.push(hint),
    () => undefined,
  )
  return heard
}

describe('[DESK-12] a refund that the provider refuses for good', () => {
  test('is not tried again: it waits at the desk, and its member no longer reads that the money is on its way', async () => {
    const id = await buyCredits(server, anna)
    refuse()
    await withdraw(id)
    expect(await atMember(id)).not.toHaveProperty('refund_refused')
    await runJobs(server)
    expect(jobs()).toEqual([])
    expect(await queued()).toEqual(['refund 749 EUR'])
    expect((await atDesk()).refused_refunds).toEqual([
      { refund: null, amount: 749, at: server.clock.now(), reason: 'The account is closed' },
    ])
    expect(await atMember(id)).toMatchObject({ status: 'refunded', refunded: 0, refund_refused: true })
  })

  test('is paid once the desk has asked the provider again, and comes back if it is refused again', async () => {
    const id = await buyCredits(server, anna)
    refuse()
    await withdraw(id)
    await runJobs(server)
    expect((await settle(id, 'again')).status).toBe(200)
    expect(await queued()).toEqual([])
    await runJobs(server)
    expect(await queued()).toEqual(['refund 749 EUR'])
    heal()
    await settle(id, 'again')
    await runJobs(server)
    expect([await paidBack(id), await queued()]).toEqual([749, []])
    const payment = await atMember(id)
    expect(payment).toMatchObject({ refunded: 749 })
    expect(payment).not.toHaveProperty('refund_refused')
    expect((await settle(id, 'again')).error).toEqual({ error: 'changed_meanwhile' })
  })

  test('and another one that the operator has paid in another way count together', async () => {
    const id = await buyCredits(server, anna)
    refuse()
    for (const amount of [100, 200]) await refund(id, amount)
    await runJobs(server)
    const [row] = (await finance('queue.list', { query: {} })).body.rows
    expect(
      row?.items.map((item) => item.id),
      'each has its own number in the queue',
    ).toEqual([1, 2])
    for (const { refund: order } of (await atDesk()).refused_refunds) await settle(id, 'otherwise', order)
    expect(await atDesk()).toMatchObject({ refunded: 300, waiting: 0, refund: { most: 449 } })
  })

  test('gives nothing back if the desk has dropped it, and the withdrawal says so', async () => {
    const id = await buyCredits(server, anna)
    refuse()
    await withdraw(id)
    await runJobs(server)
    await settle(id, 'dropped')
    const { withdrawal } = (await server.as(anna)('transactions.get', { params: { id } })).body
    expect(withdrawal).toMatchObject({ refund: 0, credits_unspent: 15 })
    await sendWebhook(server, id)
    expect(await queued(), 'a later answer of the provider about the same money').toEqual([])
  })

  test('is owed less once a part of the money went back in another way, or the bank took it', async () => {
    const id = await buyCredits(server, anna)
    refuse()
    await withdraw(id)
    await runJobs(server)
    const state = await server.deps.payments.read(sandboxReference(id))
    if (!state) throw new Error('no payment')
    for (const { amount, ...back } of [
      { refunded: 300, amount: 449 },
      { refunded: 300, chargedBack: 200, amount: 249 },
      { refunded: 300, chargedBack: 449, amount: 0 },
    ]) {
      server.clock.advance(MINUTE_MS)
      await applyProviderState(server.deps, { ...state, ...back }, server.clock.now())
      expect((await atDesk()).refused_refunds).toMatchObject([{ amount }])
    }
  })

  test('is in the books with a credit note once the operator has paid it in another way', async () => {
    const id = await buyCredits(server, anna)
    refuse()
    await withdraw(id)
    await runJobs(server)
    expect((await settle(id, 'otherwise')).status).toBe(200)
    await runJobs(server)
    expect(await queued()).toEqual([])
    const payment = await atDesk()
    expect(payment).toMatchObject({ refunded: 749, waiting: 0, refused_refunds: [], refund: null })
    expect(payment.bookings.map(({ kind, amount, vat, number }) => [kind, amount, vat, number])).toEqual([
      ['sale', 749, 135, 'V-2026-000001'],
      ['refund', -749, -135, 'C-2026-000001'],
    ])
    expect(await atMember(id)).toMatchObject({ refunded: 749 })
    expect(server.sql(`select reason from audit where act = 'payment.settle_refund'`)).toEqual([
      { reason: 'Transfer of 16 June' },
    ])
    expect(await paidBack(id)).toBe(0)
  })

  test('that the desk ordered counts as paid back until it is settled, and no mail announces it', async () => {
    const id = await buyCredits(server, anna)
    refuse()
    await refund(id, 100)
    await runJobs(server)
    const [order] = (await atDesk()).refused_refunds
    expect(order).toMatchObject({ amount: 100, reason: 'The account is closed' })
    expect(await atDesk()).toMatchObject({ waiting: 0, refund: { most: 649 }, withdrawal: { amount: 649 } })
    expect((await refund(id, 650)).error).toEqual({ error: 'changed_meanwhile' })
    expect(mailsOfRefund()).toEqual([])
    await settle(id, 'otherwise', order?.refund ?? null)
    expect(await atDesk()).toMatchObject({ refunded: 100, refund: { most: 649 }, withdrawal: { amount: 649 } })
    heal()
    await withdraw(id, 649)
    await runJobs(server)
    expect([await paidBack(id), (await atDesk()).refunded]).toEqual([649, 749])
    const sums = server.sql('select sum(amount) as amount, sum(vat) as vat from bookings')
    expect(sums).toEqual([{ amount: 0, vat: 0 }])
  })

  test('ends by itself if it is made at the provider after all', async () => {
    const id = await buyCredits(server, anna)
    // An earlier one of the same amount is over.
    await refund(id, 100)
    await runJobs(server)
    refuse()
    await refund(id, 100)
    await runJobs(server)
    heal()
    const heard = openDesk()
    await refundAtSandbox(server, id, 100, 'by hand')
    expect([await queued(), heard.includes('queue')]).toEqual([[], true])
    expect(server.sql('select distinct refused_at, refusal from desk_refunds')).toEqual([
      { refused_at: null, refusal: null },
    ])
    expect(await atDesk()).toMatchObject({ refunded: 200, waiting: 0, refused_refunds: [] })
    await runJobs(server)
    expect(mailsOfRefund()).toHaveLength(2)
  })

  test('that belongs to a withdrawal ends by itself if it is made at the provider after all', async () => {
    const id = await buyCredits(server, anna)
    refuse()
    await withdraw(id)
    await runJobs(server)
    heal()
    const heard = openDesk()
    await refundAtSandbox(server, id, 749, 'by hand')
    expect([await queued(), heard.includes('queue')]).toEqual([[], true])
    expect(await atDesk()).toMatchObject({ refunded: 749, refused_refunds: [] })
    expect(await atMember(id)).not.toHaveProperty('refund_refused')
  })

  test('days after it was made waits at the desk like one that was refused at once', async () => {
    const id = await buyCredits(server, anna)
    await refund(id, 100)
    await runJobs(server)
    const state = await server.deps.payments.read(sandboxReference(id))
    if (!state) throw new Error('no payment')
    server.clock.advance(MINUTE_MS)
    const heard = openDesk()
    await applyProviderState(server.deps, { ...state, refunded: 0 }, server.clock.now())
    expect([await queued(), heard.includes('queue')]).toEqual([['refund 100 EUR'], true])
    const [order] = (await atDesk()).refused_refunds
    expect(order).toMatchObject({ amount: 100, reason: 'taken_back' })
    expect(await atDesk()).toMatchObject({ refunded: 0, waiting: 0, refund: { most: 649 } })
    expect((await settle(id, 'dropped', order?.refund ?? null)).status).toBe(200)
    expect([await queued(), (await atDesk()).refund?.most]).toEqual([[], 749])
    expect(server.sql('select amount from desk_refunds')).toEqual([{ amount: 0 }])
    const sums = server.sql(`select sum(amount) as amount, sum(vat) as vat from bookings where kind = 'refund'`)
    expect(sums).toEqual([{ amount: 0, vat: 0 }])
  })

  test('a refused refund of a withdrawal is not on its way any more, days after it was made', async () => {
    const id = await buyCredits(server, anna)
    await withdraw(id)
    await runJobs(server)
    const state = await server.deps.payments.read(sandboxReference(id))
    if (!state) throw new Error('no payment')
    server.clock.advance(MINUTE_MS)
    await applyProviderState(server.deps, { ...state, refunded: 0 }, server.clock.now())
    expect(await atMember(id)).toMatchObject({ refunded: 0, refund_refused: true })
    expect((await atDesk()).refused_refunds).toMatchObject([{ amount: 749, reason: 'taken_back' }])
    await settle(id, 'otherwise')
    expect(await atMember(id)).toMatchObject({ refunded: 749 })
    expect((await atDesk()).refund).toBeNull()
  })

  test.each(['again', 'otherwise', 'dropped'] as const)(
    "reaches its member's open devices and the open desk, and so does the answer: %s",
    async (answer) => {
      const id = await buyCredits(server, anna)
      refuse()
      await withdraw(id)
      const heard = new Set<string>()
      server.deps.bus.open(anna.id, 'phone', { send: ({ type }) => heard.add(type) })
      server.deps.bus.openDesk(
        (hint) => heard.add(hint),
        () => undefined,
      )
      await runJobs(server)
      expect([...heard].toSorted()).toEqual(['change', 'queue'])
      heard.clear()
      await settle(id, answer)
      expect([...heard].toSorted()).toEqual(['change', 'queue'])
    },
  )

  test('is settled by finance, not by support', async () => {
    const support = deskOn(server.app, (await addTestStaff(server.deps, 'Sam', 'support')).cookie)
    const id = await buyCredits(server, anna)
    const body = { refund: null, answer: 'again', reason: 'Please' } as const
    const answer = await support('money.settle_refund', { params: { payment: id }, body })
    expect(answer.error?.error).toBe('role_required')
  })
})

test('[DESK-12] a refund without an answer is tried again, and nobody at the desk has to do anything', async () => {
  const id = await buyCredits(server, anna)
  refuse(new PaymentUnavailable('no answer in time'))
  await withdraw(id)
  await runJobs(server)
  expect([jobs(), await queued()]).toEqual([[{ kind: 'payments.refund' }], []])
  heal()
  server.clock.advance(HOUR_MS)
  await runJobs(server)
  expect(await paidBack(id)).toBe(749)
})

test('[DESK-12] a refund whose state cannot be read afterwards is looked up again, and not made twice', async () => {
  const id = await buyCredits(server, anna)
  await refund(id, 100)
  let isMade = false
  fault.at = (call, when) => {
    if (call === 'read' && isMade) throw new PaymentUnavailable('no answer in time')
    isMade ||= call === 'refund' && when === 'after'
  }
  await runJobs(server)
  expect(jobs()).toContainEqual({ kind: 'payments.refund' })
  heal()
  server.clock.advance(HOUR_MS)
  await runJobs(server)
  await runJobs(server)
  expect([await paidBack(id), mailsOfRefund().length, jobs()]).toEqual([100, 1, []])
})

describe('[DESK-12] a refund that is larger than what is left at the provider', () => {
  test.each([
    [700, 49],
    [749, 0],
  ])('after %i were paid back there pays %i, and waits no longer', async (before, rest) => {
    const id = await buyCredits(server, anna)
    await refund(id, 100)
    await refundAtSandbox(server, id, before, 'by hand')
    await runJobs(server)
    expect(await paidBack(id)).toBe(749)
    expect(await atDesk()).toMatchObject({ refunded: 749, waiting: 0, refund: null })
    expect(server.sql('select amount from desk_refunds')).toEqual([{ amount: rest }])
  })

  test('and another one that the provider reports in one sum end both, each with its mail', async () => {
    const id = await buyCredits(server, anna)
    await refund(id, 100)
    await refund(id, 200)
    await runJobs(server)
    await runJobs(server)
    expect(await atDesk()).toMatchObject({ refunded: 300, waiting: 0, refund: { most: 449 } })
    expect(inboxOf(server).filter(({ subject }) => /1,00|2,00/.test(subject))).toHaveLength(2)
  })

  test('is ended as it was ordered if a run that crashed had made it, also beside one by hand', async () => {
    const id = await buyCredits(server, anna)
    await refund(id, 100)
    const order = String(server.sql('select id from desk_refunds')[0]?.['id'])
    const { payments } = server.deps
    await payments.refund(sandboxReference(id), { amount: 100, currency: 'EUR' }, order)
    await payments.refund(sandboxReference(id), { amount: 600, currency: 'EUR' }, 'by hand')
    await runJobs(server)
    await runJobs(server)
    expect(await paidBack(id)).toBe(700)
    expect(server.sql('select amount from desk_refunds where done_at is not null')).toEqual([{ amount: 100 }])
    expect([mailsOfRefund().length, jobs()]).toEqual([1, []])
  })

  test('is never ordered: an earlier refund and an open withdrawal count together', async () => {
    const id = await buyCredits(server, anna)
    await refundAtSandbox(server, id, 249, 'by hand')
    server.clock.advance(DAY_MS)
    const cookie = (await addTestStaff(server.deps, 'Fin', 'finance')).cookie
    finance = deskOn(server.app, cookie)
    await withdraw(id, 500)
    expect((await atDesk()).refund).toBeNull()
    await runJobs(server)
    expect([await paidBack(id), (await atDesk()).refund]).toEqual([749, null])
  })
})
