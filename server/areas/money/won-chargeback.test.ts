/** [PAY-5] A chargeback that is won: the money is there again, so the purchase counts again. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/limits.ts'
import { sandboxReference } from '../../adapters/payments/sandbox.ts'
import type { TestMember } from '../../testing/members.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import {
  bookingsOf,
  buyChargedBack,
  buyCredits,
  chooseAtSandbox,
  orderCredits,
  sendWebhook,
} from '../../testing/sandbox.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { serverCount, serverText } from '../../texts.ts'
import { winChargeback } from '../desk/money-acts.ts'
import { unspentOf } from './credit-lots.ts'
import { applyProviderState } from './settle.ts'

let server: TestServer
let anna: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna', { credits: 0 })
})
afterEach(() => server.close())

const buy = () => buyCredits(server, anna)
const booked = (payment: string) => bookingsOf(server, payment)
const chargeBack = () => buyChargedBack(server, anna)
const spend = (amount: number) =>
  server.deps.write((tx) =>
    tx.money.addEntry({ userId: anna.id, amount: -amount, reason: 'message', reference: '1', at: server.clock.now() }),
  )
const decide = (id: string, decision: 'allow' | 'stop') =>
  server.deps.write((tx) => tx.books.decideChargeback(id, decision, 1, server.clock.now()))

const undecided = () => server.sql('select payment, amount from chargebacks where decided_at is null')
const credits = () => server.sql('select credits, paid_user from users where id = ?', anna.id)[0]
const payment = (id: string) => server.deps.read.payments.byId(id)
const back = async (id: string) => {
  server.clock.advance(HOUR_MS)
  await chooseAtSandbox(server, id, 'chargeback_won')
}
const again = async (id: string) => {
  server.clock.advance(HOUR_MS)
  await chooseAtSandbox(server, id, 'charged_back')
}

describe('[PAY-5] a chargeback that is won', () => {
  test('gives the purchase its credits and Premium again, once, with the same invoice', async () => {
    const id = await buy()
    const before = await payment(id)
    await spend(6)
    await again(id)
    expect(credits()).toEqual({ credits: 0, paid_user: 0 })
    await back(id)
    for (let turn = 0; turn < 2; turn += 1) await sendWebhook(server, id)
    expect(credits()).toEqual({ credits: 9, paid_user: 1 })
    const { completedAt, invoice, seller } = before ?? {}
    expect(await payment(id)).toMatchObject({ status: 'completed', completedAt, invoice, seller, creditsTaken: 0 })
    expect(booked(id)).toEqual([
      ['sale', 749, 135, null],
      ['chargeback', -749, -135, 1],
      ['chargeback', 749, 135, 2],
    ])
    expect(unspentOf(await server.deps.read.money.moves(anna.id), id)).toBe(9)
  })

  test('lets the member buy again, whatever the desk had decided, and waits for nobody', async () => {
    const id = await chargeBack()
    await decide(id, 'stop')
    await back(id)
    expect((await orderCredits(server, anna)).status).toBe(201)
    expect(undecided()).toEqual([])
  })

  test('reaches the member by mail and in the transactions, without a second receipt', async () => {
    const id = await buy()
    await runJobs(server)
    await again(id)
    await back(id)
    server.sql('delete from dev_mails')
    await runJobs(server)
    const mails = inboxOf(server)
    expect(mails.map(({ subject }) => subject)).toEqual([
      serverText('it', 'mail.chargeback_won.subject', { number: 'V-2026-000001' }),
    ])
    expect(mails[0]?.text).toContain(serverCount('it', 'mail.chargeback_won.credits', 15))
    const { entries } = (await server.as(anna)('transactions.list', { query: {} })).body
    expect(entries.slice(0, 2).map(({ reason, amount }) => [reason, amount])).toEqual([
      ['chargeback', 15],
      ['chargeback', -15],
    ])
  })

  test('and made a second time takes the credits again, and waits for a decision of its own', async () => {
    const other = await chargeBack()
    await back(other)
    const id = await chargeBack()
    await decide(id, 'allow')
    await back(id)
    await again(id)
    expect(credits()).toEqual({ credits: 15, paid_user: 1 })
    expect(undecided()).toEqual([{ payment: id, amount: 999 }])
    expect(await server.deps.read.books.chargeback(other)).toMatchObject({ decision: 'won' })
    await back(id)
    expect(credits()).toEqual({ credits: 30, paid_user: 1 })
  })

  test('has no day to contest it any more', async () => {
    const id = await chargeBack()
    await server.deps.write((tx) => tx.books.contestChargeback(id, server.clock.now() + HOUR_MS))
    await back(id)
    expect(await server.deps.read.books.chargeback(id)).toMatchObject({ decision: 'won', contestBy: null })
  })

  test('gives back nothing of another chargeback of the member', async () => {
    const other = await buy()
    const id = await chargeBack()
    await again(other)
    await back(id)
    expect(credits()).toEqual({ credits: 15, paid_user: 1 })
    expect(await payment(other)).toMatchObject({ status: 'charged_back', creditsTaken: 15 })
  })

  test('leaves the day of the payment as it was, on which the member reads that it was paid', async () => {
    const id = await chargeBack()
    const { completedAt } = (await payment(id)) ?? {}
    await back(id)
    expect((await server.as(anna)('payments.get', { params: { id } })).body.payment).toMatchObject({
      status: 'completed',
      changed_at: completedAt,
    })
  })

  test('[PAY-11] has its credit notes on the invoice', async () => {
    const id = await chargeBack()
    await back(id)
    const { invoice } = (await server.as(anna)('transactions.get', { params: { id } })).body
    expect(invoice).toMatchObject({ number: 'V-2026-000001', total: 749 })
    expect(invoice?.credit_notes?.map(({ number, amount, vat }) => [number, amount, vat])).toEqual([
      ['C-2026-000001', -749, -135],
      ['C-2026-000002', 749, 135],
    ])
  })

  test('in part stays a chargeback of the rest', async () => {
    const id = await chargeBack()
    const state = await server.deps.payments.read(sandboxReference(id))
    if (!state) throw new Error('no payment')
    await applyProviderState(server.deps, { ...state, chargedBack: 300 }, server.clock.now() + 1)
    expect(await payment(id)).toMatchObject({ status: 'charged_back', chargedBackThere: 300 })
    expect(await server.deps.read.books.chargeback(id)).toMatchObject({ amount: 300, decision: null })
    expect(credits()).toEqual({ credits: 0, paid_user: 0 })
  })

  test('in part, and then taken again, keeps the decision of the desk about the whole', async () => {
    const id = await chargeBack()
    await decide(id, 'stop')
    const state = await server.deps.payments.read(sandboxReference(id))
    if (!state) throw new Error('no payment')
    for (const [turn, chargedBack] of [300, 749].entries())
      await applyProviderState(server.deps, { ...state, chargedBack }, server.clock.now() + turn + 1)
    expect(await server.deps.read.books.chargeback(id)).toMatchObject({ amount: 749, decision: 'stop' })
  })

  test('does not bring a withdrawn purchase back, and no mail says so', async () => {
    const id = await buy()
    await server.as(anna)('transactions.withdraw', { params: { id }, body: { refund: 749 } })
    await again(id)
    await back(id)
    expect(await payment(id)).toMatchObject({ status: 'refunded', creditsTaken: 15 })
    expect(credits()).toEqual({ credits: 0, paid_user: 0 })
    expect(server.sql(`select payload from jobs where kind = 'mail.chargeback_won'`)).toEqual([])
  })

  test('stays won if an older answer of the provider comes late, and taken if one from before comes late', async () => {
    const id = await buy()
    const paid = await server.deps.payments.read(sandboxReference(id))
    if (!paid) throw new Error('no payment')
    const taken = { ...paid, chargedBack: 749 }
    const at = server.clock.now()
    await applyProviderState(server.deps, taken, at + 2)
    await applyProviderState(server.deps, paid, at + 1)
    expect((await payment(id))?.status).toBe('charged_back')
    await applyProviderState(server.deps, paid, at + 4)
    await applyProviderState(server.deps, taken, at + 3)
    expect((await payment(id))?.status).toBe('completed')
  })

  test('stores no payment method that the member has removed', async () => {
    const state = { customer: 'cst_1', mandate: 'mdt_1', method: 'creditcard', label: '•••• 4242' } as const
    const id = await buy()
    const paid = await server.deps.payments.read(sandboxReference(id))
    if (!paid) throw new Error('no payment')
    server.sql('update payments set remember = 1 where id = ?', id)
    for (const [turn, chargedBack] of [749, 0].entries())
      await applyProviderState(server.deps, { ...paid, mandate: state, chargedBack }, server.clock.now() + turn + 1)
    expect(await payment(id)).toMatchObject({ status: 'completed' })
    expect(server.sql('select * from stored_methods')).toEqual([])
  })

  test('[DESK-12] is entered by finance where the provider does not report it, and nothing happens again when it does', async () => {
    const id = await chargeBack()
    const win = () => winChargeback(server.deps, { id: 1 }, id, { reason: 'The bank paid by transfer' })
    expect(await win()).toBeNull()
    await sendWebhook(server, id)
    expect(credits()).toEqual({ credits: 15, paid_user: 1 })
    expect(await payment(id)).toMatchObject({ status: 'completed', invoice: 1 })
    expect(booked(id).at(-1)).toEqual(['chargeback', 749, 135, 2])
    expect((await win())?.body.error).toBe('not_possible')
    await back(id)
    expect(credits()).toEqual({ credits: 15, paid_user: 1 })
    expect(booked(id)).toHaveLength(3)
    expect(await payment(id)).toMatchObject({ chargedBackThere: 0, chargedBackWon: 0 })
    expect(server.sql(`select act, reason from audit where act = 'payment.win_chargeback'`)).toEqual([
      { act: 'payment.win_chargeback', reason: 'The bank paid by transfer' },
    ])
    await again(id)
    expect(credits()).toEqual({ credits: 0, paid_user: 0 })
  })
})
