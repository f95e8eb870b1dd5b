import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import type { TestMember } from '../../testing/members.ts'
import { addPayment, buy } from '../../testing/money-rows.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { ANYONE, BY_BUYER, useOfCode } from './discount-queries.ts'
import { entriesWalk, paymentsWalk } from './transaction-queries.ts'
import { isPostgres } from '../../testing/test-engine.ts'

let server: TestServer
let anna: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna')
  bert = await server.signUp('Bert')
})
afterEach(() => server.close())

const listOf = async (member: TestMember, before?: number) =>
  (await server.as(member)('transactions.list', { query: before === undefined ? {} : { before: String(before) } })).body

const write = async (from: TestMember, to: TestMember) => {
  const { status } = await server.sendText(from, to, 'Hello')
  expect(status).toBe(201)
}
const lastProfile = async () => (await listOf(anna)).entries[0]?.profile ?? null

const get = (member: TestMember, id: string) => server.as(member)('transactions.get', { params: { id } })

describe('[PAY-11] the list of transactions', () => {
  test('has every entry with its purpose and the balance after it, the newest first', async () => {
    await write(anna, bert)
    const id = await buy(server, anna)
    const { entries, payments, has_more } = await listOf(anna)
    expect(
      entries.map(({ amount, balance, reason, profile, payment_id }) => ({
        amount,
        balance,
        reason,
        profile,
        payment_id,
      })),
    ).toEqual([
      { amount: 15, balance: 19, reason: 'purchase', profile: null, payment_id: id },
      {
        amount: -1,
        balance: 4,
        reason: 'message',
        profile: { id: bert.id, name: 'Bert', fictional: false },
        payment_id: null,
      },
      { amount: 5, balance: 5, reason: 'signup', profile: null, payment_id: null },
    ])
    expect(payments.map(({ payment_id, status }) => [payment_id, status])).toEqual([[id, 'completed']])
    expect(has_more).toBe(false)
  })

  test('comes in pages of 50, each entry once despite new ones; the first page has the payments', async () => {
    const insert = `insert into ledger (user_id, amount, reason, reference, balance, at) values (?, 1, 'demo', ?, ?, ?)`
    for (let count = 1; count <= 119; count += 1) server.sql(insert, anna.id, `demo ${count}`, 5 + count, count)
    addPayment(server, anna.id)
    const first = await listOf(anna)
    expect([first.entries.length, first.has_more, first.payments.length]).toEqual([50, true, 1])
    server.sql(insert, anna.id, 'later', 125, 0)
    const second = await listOf(anna, first.entries.at(-1)?.id)
    const third = await listOf(anna, second.entries.at(-1)?.id)
    expect([second.entries.length, second.has_more, second.payments.length]).toEqual([50, true, 0])
    expect([third.entries.length, third.has_more]).toEqual([20, false])
    const ids = [...first.entries, ...second.entries, ...third.entries].map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((one, other) => other - one))
    expect(new Set(ids).size).toBe(120)
    for (let count = 1; count <= 49; count += 1) server.sql(insert, bert.id, `demo ${count}`, 5 + count, count)
    const whole = await listOf(bert)
    expect([whole.entries.length, whole.has_more]).toEqual([50, false])
  })

  test("contains only the member's own entries", async () => {
    await write(bert, anna)
    addPayment(server, bert.id)
    const { entries, payments } = await listOf(anna)
    expect(entries.map(({ reason }) => reason)).toEqual(['signup'])
    expect(payments).toEqual([])
  })

  test('computes the balance of entries that have none stored', async () => {
    server.sql(
      `insert into ledger (user_id, amount, reason, reference, at) values (?, 7, 'demo', 'demo', 0), (?, -2, 'demo', 'more', 0)`,
      anna.id,
      anna.id,
    )
    expect((await listOf(anna)).entries.map(({ balance }) => balance)).toEqual([10, 12, 5])
  })

  test('[SAFE-7] marks fictional profiles', async () => {
    const made = await server.signUp('Made', { fictional: true })
    await write(anna, made)
    expect(await lastProfile()).toEqual({ id: made.id, name: 'Made', fictional: true })
  })

  test.each([
    ['has left', `update users set status = 'deleted' where id = ?`],
    ['is leaving', `update users set status = 'deleting' where id = ?`],
    [
      'blocks the member',
      `insert into blocks (blocker, blocked, at) select ?, (select id from users where email like 'anna%'), 0`,
    ],
  ])('[CHAT-9] does not name who %s', async (_, statement) => {
    await write(anna, bert)
    expect((await lastProfile())?.name).toBe('Bert')
    server.sql(statement, bert.id)
    expect(await lastProfile()).toBeNull()
    expect((await listOf(anna)).entries[0]).toMatchObject({ amount: -1, reason: 'message' })
  })

  test('names members whom the member has blocked, as the chats do', async () => {
    await write(anna, bert)
    await server.as(anna)('blocks.put', { params: { profile: String(bert.id) } })
    expect((await lastProfile())?.name).toBe('Bert')
  })
})

describe('[PAY-11] one payment', () => {
  test('a missing payment, or that of another member, is not found', async () => {
    const id = await buy(server, bert)
    expect((await get(anna, id)).error).toEqual({ error: 'not_found' })
    expect((await get(anna, '0189f0aa-0000-7000-8000-999999999999')).error).toEqual({ error: 'not_found' })
  })

  test('has an invoice: number, seller, buyer, and net and tax that add up to the total', async () => {
    const id = await buy(server, anna, { invoice: 123, country: 'IT' })
    const { invoice } = (await get(anna, id)).body
    expect(invoice).toMatchObject({
      number: 'V-2026-000123',
      at: server.clock.now(),
      seller: { name: 'Visavis Demo', vat_numbers: ['IE0000000XX'] },
      buyer: { name: 'Anna', email: anna.email, country: 'IT' },
      credits: 15,
      net: 819,
      vat: 180,
      vat_percentage: 22,
      total: 999,
      currency: 'EUR',
    })
  })

  test.each(['created', 'pending', 'failed', 'cancelled', 'expired'] as const)(
    'that is %s has neither invoice nor withdrawal',
    async (status) => {
      const { body } = await get(anna, addPayment(server, anna.id, { status }))
      expect([body.payment.status, body.invoice, body.withdrawal]).toEqual([status, null, null])
    },
  )

  test('that was charged back has its invoice, and no withdrawal', async () => {
    const { body } = await get(anna, addPayment(server, anna.id, { status: 'charged_back' }))
    expect([body.invoice === null, body.withdrawal]).toEqual([false, null])
  })

  test('contains the refund of a withdrawal', async () => {
    const id = await buy(server, anna)
    for (let count = 0; count < 13; count += 1) await write(anna, bert)
    expect((await get(anna, id)).body.withdrawal).toEqual({
      until: server.clock.now() + 15 * DAY_MS + HOUR_MS,
      possible: true,
      credits_unspent: 7,
      credits_spent: 8,
      refund: 466,
      declared_at: null,
    })
  })
})

describe('[PAY-1] the plans', { skip: isPostgres }, () => {
  test('a page of the ledger walks the index by member, and looks up the rest by key', () => {
    const plan = server.planOf(entriesWalk(server.db)).join('\n')
    expect(plan).toContain('SEARCH ledger USING INDEX ledger_user (user_id=? AND id<?)')
    expect(plan).not.toContain('SCAN')
    expect(plan).not.toContain('TEMP B-TREE')
  })

  test('the use of a code is looked up, for all members and for one', () => {
    expect(server.planOf(useOfCode(server.db, ANYONE))).toContain(
      'SEARCH payments USING INDEX payments_discount (discount_code=?)',
    )
    expect(server.planOf(useOfCode(server.db, BY_BUYER))).toContain(
      'SEARCH payments USING INDEX payments_discount (discount_code=? AND user_id=?)',
    )
  })

  test("a member's payments use their index", () => {
    const plan = server.planOf(paymentsWalk(server.db)).join('\n')
    expect(plan).toContain('SEARCH payments USING INDEX payments_user (user_id=?)')
    expect(plan).not.toContain('TEMP B-TREE')
  })
})
