/** The books of sales, refunds and chargebacks, from the provider's answers. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_SITE_SETTINGS } from '#contract/entities/site-settings.ts'
import { sandboxReference } from '../../adapters/payments/sandbox.ts'
import type { TestMember } from '../../testing/members.ts'
import { addPayment } from '../../testing/money-rows.ts'
import {
  bookingsOf,
  buyChargedBack,
  buyCredits,
  chooseAtSandbox,
  orderCredits,
  refundAtSandbox,
  sendWebhook,
} from '../../testing/sandbox.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { bookBack, storeSellers } from './book.ts'
import { applyProviderState } from './settle.ts'

let server: TestServer
let anna: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna', { credits: 0 })
})
afterEach(() => server.close())

const buy = (member = anna) => buyCredits(server, member)
const refundThere = (id: string, amount: number, key: string) => refundAtSandbox(server, id, amount, key)
const booked = (payment: string) => bookingsOf(server, payment)

const chargeBack = () => buyChargedBack(server, anna)
const decide = (id: string, decision: 'allow' | 'stop') =>
  server.deps.write((tx) => tx.books.decideChargeback(id, decision, 1, server.clock.now()))

describe('[DESK-12] the books', () => {
  test('have each sale once, however often the provider reports it', async () => {
    const id = await buy()
    await sendWebhook(server, id)
    expect(booked(id)).toEqual([['sale', 749, 135, null]])
  })

  test('have nothing of an order that was never paid, whatever the provider says of its money', async () => {
    const { id } = await orderCredits(server, anna)
    await sendWebhook(server, id)
    const state = await server.deps.payments.read(sandboxReference(id))
    if (!state) throw new Error('no payment')
    await applyProviderState(server.deps, { ...state, refunded: 100, chargedBack: 100 }, server.clock.now())
    expect(booked(id)).toEqual([])
  })

  test('have a numbered credit note for each refund, also one made at the provider; their VAT adds up', async () => {
    const id = await buy()
    for (const [turn, amount] of [250, 250, 249].entries()) await refundThere(id, amount, `desk ${turn}`)
    const rows = booked(id)
    expect(rows.map(([kind, amount, , number]) => [kind, amount, number])).toEqual([
      ['sale', 749, null],
      ['refund', -250, 1],
      ['refund', -250, 2],
      ['refund', -249, 3],
    ])
    const sums = [1, 2].map((column) => rows.reduce((sum, row) => sum + Number(row[column]), 0))
    expect(sums).toEqual([0, 0])
  })

  test('have the VAT of the whole for parts that went back in different ways, although each part rounds down', async () => {
    const id = await buy()
    const payment = await server.deps.read.payments.byId(id)
    if (!payment) throw new Error('no payment')
    const part = { kind: 'refund', more: 8, refund: null, at: server.clock.now() } as const
    await server.deps.write((tx) => bookBack(tx, payment, part))
    await server.deps.write((tx) => bookBack(tx, { ...payment, refundedOtherwise: 8 }, part))
    expect(booked(id).map(([, , vat]) => vat)).toEqual([135, -1, -2])
  })

  test('a chargeback after a withdrawal takes no credits again, and the withdrawal stays as it was declared', async () => {
    const id = await buy()
    const withdrawal = async () => (await server.as(anna)('transactions.get', { params: { id } })).body.withdrawal
    await server.as(anna)('transactions.withdraw', { params: { id }, body: { refund: 749 } })
    const declared = await withdrawal()
    await chooseAtSandbox(server, id, 'charged_back')
    expect(declared).toMatchObject({ credits_unspent: 15, refund: 749 })
    expect(await withdrawal()).toEqual(declared)
  })

  test('[PAY-11] a purchase that the bank took back cannot be withdrawn from', async () => {
    const id = await chargeBack()
    expect((await server.as(anna)('transactions.get', { params: { id } })).body.withdrawal).toBeNull()
  })

  test('correct a refund that the provider cancelled with a second booking', async () => {
    const id = await buy()
    const state = await server.deps.payments.read(sandboxReference(id))
    if (!state) throw new Error('no payment')
    const at = server.clock.now()
    await applyProviderState(server.deps, { ...state, refunded: 300 }, at + 1)
    await applyProviderState(server.deps, state, at + 2)
    expect(booked(id).slice(1)).toEqual([
      ['refund', -300, -54, 1],
      ['refund', 300, 54, 2],
    ])
  })

  test('a chargeback after a part refund is booked, and the sum is never below the provider’s', async () => {
    const id = await buy()
    await refundThere(id, 249, 'desk')
    await chooseAtSandbox(server, id, 'charged_back')
    const charged = Number((await server.deps.payments.read(sandboxReference(id)))?.chargedBack)
    expect(booked(id).at(-1)).toMatchObject(['chargeback', -charged, expect.any(Number), 2])
  })

  test('the invoice names the seller of its day after the company has changed', async () => {
    const id = await buy()
    const invoice = async () => (await server.as(anna)('transactions.get', { params: { id } })).body.invoice
    const before = await invoice()
    Object.assign(server.deps.settings(), { company: { ...DEFAULT_SITE_SETTINGS.company, name: 'Another Company' } })
    expect((await invoice())?.seller).toEqual(before?.seller)
    const later = await buy(await server.signUp('Bert', { credits: 0 }))
    expect(server.sql('select seller from payments where id = ?', later)).not.toEqual(
      server.sql('select seller from payments where id = ?', id),
    )
  })

  test('[PAY-11] the invoice and its mail name the buyer of its day after name and address have changed', async () => {
    const id = await buy()
    server.sql(`update profiles set name = 'Annamaria' where id = ?`, anna.id)
    server.sql(`update users set email = 'new@example.test' where id = ?`, anna.id)
    const { invoice } = (await server.as(anna)('transactions.get', { params: { id } })).body
    expect(invoice?.buyer).toEqual({ name: 'Anna', email: anna.email, country: 'IT' })
    await runJobs(server)
    const [mail] = inboxOf(server)
    expect(mail?.recipient).toBe('new@example.test')
    expect(mail?.text).toContain(anna.email)
    expect(mail?.text).not.toContain('Annamaria (')
  })

  test('payments from before sellers were stored get the company of their domain, once', async () => {
    const store = (name: string) =>
      server.deps.write((tx) =>
        storeSellers(tx, (domain) => ({ ...DEFAULT_SITE_SETTINGS.company, name: `${name}${domain}` })),
      )
    const sellerOf = async (id: string) =>
      (await server.as(anna)('transactions.get', { params: { id } })).body.invoice?.seller.name
    const first = addPayment(server, anna.id)
    await store('Now')
    const [second, elsewhere] = [addPayment(server, anna.id), addPayment(server, anna.id, { domain: '.example' })]
    const unpaid = addPayment(server, anna.id, { status: 'failed' })
    await store('Later')
    expect(await Promise.all([first, second, elsewhere].map(sellerOf))).toEqual(['Now', 'Later', 'Later.example'])
    expect(server.sql('select seller from payments where id = ?', unpaid)).toEqual([{ seller: null }])
  })
})

describe('[DESK-12] a chargeback', () => {
  test('stops buying for this member until it is decided, and for nobody else', async () => {
    const heard: string[] = []
    server.deps.bus.openDesk(
      (hint) => heard.push(hint),
      () => undefined,
    )
    const isToldStopped = async (member: TestMember) =>
      (await server.as(member)('packages.get', { query: {} })).body.buying_stopped
    const id = await chargeBack()
    expect(heard).toContain('queue')
    expect(await isToldStopped(anna)).toBe(true)
    expect((await orderCredits(server, anna)).error).toEqual({ error: 'buying_stopped' })
    const bert = await server.signUp('Bert')
    expect(await isToldStopped(bert)).toBeUndefined()
    expect((await orderCredits(server, bert)).status).toBe(201)
    await decide(id, 'allow')
    expect(await isToldStopped(anna)).toBeUndefined()
    expect((await orderCredits(server, anna)).status).toBe(201)
  })

  test('buying stays stopped if the desk decides against the member', async () => {
    const id = await chargeBack()
    await decide(id, 'stop')
    expect((await orderCredits(server, anna)).error).toEqual({ error: 'buying_stopped' })
  })
})
