import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/limits.ts'
import { moneyMonth } from '../areas/desk/books.ts'
import { purge } from '../areas/leaving/purge.ts'
import type { TestMember } from '../testing/members.ts'
import { addPayment } from '../testing/money-rows.ts'
import { statementsOf } from '../testing/statements.ts'
import { isPostgres } from '../testing/test-engine.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { moneyRetention, retentionStart } from './purge-due.ts'

let server: TestServer
let anna: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer({ start: '2026-03-10T12:00:00Z' })
  anna = await server.signUp('Anna')
  bert = await server.signUp('Bert')
})
afterEach(() => server.close())

const pay = (member: TestMember, invoice: number): void => {
  const id = addPayment(server, member.id, { status: 'completed', invoice, completedAt: server.clock.now() })
  server.sql(
    `insert into payment_transitions (payment, after, by, at) values (?, 'completed', 'provider', ?)`,
    id,
    server.clock.now(),
  )
  server.sql(
    `insert into bookings (kind, payment, amount, vat, at) values ('sale', ?, 999, 180, ?)`,
    id,
    server.clock.now(),
  )
}
const erase = async (member: TestMember): Promise<void> => {
  server.sql(`update users set status = 'deleting', deleting_since = ? where id = ?`, server.clock.now(), member.id)
  server.clock.advance(15 * DAY_MS)
  await purge(server.deps, member.id)
}
const runAt = async (moment: string): Promise<void> => {
  server.clock.set(Date.parse(moment))
  await moneyRetention(server.deps)()
}
const count = (table: string): number => Number(server.sql(`select count(*) as n from ${table}`)[0]?.['n'])
const entriesOf = (member: TestMember) => server.sql('select id from ledger where user_id = ?', member.id).length

test('[ACC-12] payments and ledger of an erased account are deleted ten full years after the year of the booking', async () => {
  pay(anna, 1)
  // The newest invoice stays, because the next number follows from it.
  pay(bert, 2)
  await erase(anna)
  await runAt('2036-12-31T23:59:00Z')
  expect([count('payments'), entriesOf(anna)]).toEqual([2, 1])
  await runAt('2037-01-01T00:00:00Z')
  expect(server.sql('select user_id from payments')).toEqual([{ user_id: bert.id }])
  expect([count('payment_transitions'), count('bookings'), entriesOf(anna)]).toEqual([1, 1, 0])
})

test('[PAY-1] a member who still has an account keeps payments, entries and Premium, and every balance stays the sum', async () => {
  pay(anna, 1)
  pay(bert, 2)
  server.sql('update users set paid_user = 1 where id = ?', bert.id)
  await erase(anna)
  await runAt('2050-01-01T03:00:00Z')
  expect(count('payments')).toBe(1)
  expect(entriesOf(bert)).toBe(1)
  expect(
    (await server.deps.read.money.differences(0, 100)).checked.filter(({ credits, sum }) => credits !== sum),
  ).toEqual([])
  expect(server.sql('select paid_user from users where id = ?', bert.id)).toEqual([{ paid_user: 1 }])
})

test('[PAY-11] the number of an invoice or a credit note is never given again', async () => {
  pay(anna, 7)
  pay(bert, 5)
  server.sql(`update bookings set number = 3 where id = (select max(id) from bookings)`)
  await erase(anna)
  await erase(bert)
  await runAt('2050-01-01T03:00:00Z')
  expect(await server.deps.read.payments.nextInvoice()).toBe(8)
  expect(await server.deps.read.books.nextCreditNote()).toBe(4)
})

test('[ACC-12] an erased account loses only payments to which nothing has happened since, with all that belongs to them', async () => {
  const kept = Date.parse('2027-01-01T00:00:00Z')
  const old = { status: 'failed', createdAt: 1, changedAt: 1, completedAt: null, invoice: null } as const
  const gone = addPayment(server, anna.id, old)
  const stays = [
    addPayment(server, anna.id, { ...old, createdAt: kept }),
    addPayment(server, anna.id, { ...old, changedAt: kept }),
    addPayment(server, anna.id, { ...old, completedAt: kept }),
    addPayment(server, anna.id, old),
  ]
  for (const payment of [gone, ...stays]) {
    server.sql(
      `insert into desk_refunds values (?, ?, 1, 'amount', 'goodwill', 1, 0, 1, 1, null, null)`,
      payment,
      payment,
    )
    server.sql(`insert into chargebacks (payment, amount, at) values (?, 1, 1)`, payment)
  }
  server.sql(`insert into bookings (kind, payment, amount, vat, at) values ('refund', ?, -1, 0, ?)`, stays.at(-1), kept)
  // The last entry inside the retention keeps the whole ledger.
  server.sql('update ledger set at = ? where user_id = ?', kept, anna.id)
  await erase(anna)
  await runAt('2037-06-01T00:00:00Z')
  for (const table of ['payments', 'desk_refunds', 'chargebacks'])
    expect([table, count(table)]).toEqual([table, stays.length])
  expect(server.sql('select id from payments where id = ?', gone)).toEqual([])
  expect(entriesOf(anna)).toBe(1)
})

test('[PAY-1] nothing is deleted of a member who has an account, or whose account is still being erased', async () => {
  pay(anna, 1)
  pay(bert, 2)
  pay(await server.signUp('Carla'), 3)
  server.sql(`update users set status = 'deleted', deleting_since = 1 where id = ?`, bert.id)
  const later = server.clock.now() + 1
  expect(await server.deps.read.leaving.withOldMoney(later, 0)).toEqual({ members: [], last: null })
  for (const { id } of [anna, bert]) {
    expect(await server.deps.write((tx) => tx.leaving.eraseOldPayments(id, later))).toBe(0)
    expect(await server.deps.write((tx) => tx.leaving.eraseOldLedger(id, later))).toBe(0)
  }
})

test('[PAY-11] a payment with a booking inside the retention stays whole', async () => {
  pay(anna, 1)
  pay(bert, 2)
  await erase(anna)
  const [row] = server.sql('select id from payments where user_id = ?', anna.id)
  server.sql(
    `insert into bookings (kind, payment, amount, vat, at, number) values ('chargeback', ?, -999, -180, ?, 1)`,
    row?.['id'],
    Date.parse('2027-02-01T00:00:00Z'),
  )
  // A newer credit note of another payment, so that the number alone protects nothing.
  server.sql(`update bookings set number = 2 where kind = 'sale' and payment <> ?`, row?.['id'])
  await runAt('2037-06-01T00:00:00Z')
  expect(count('payments')).toBe(2)
})

test('[DESK-12] an old month keeps its sums and fees after its payments were deleted, and its settlement agrees as before', async () => {
  pay(anna, 1)
  const third = await server.signUp('Carla')
  pay(third, 2)
  pay(bert, 3)
  server.sql(
    `insert into bookings (kind, payment, amount, vat, at, number) select 'refund', id, -400, -72, ?, 1 from payments where user_id = ?`,
    server.clock.now(),
    anna.id,
  )
  // The newest credit note belongs to another payment, so its number does not keep the first payment.
  server.sql(
    `insert into bookings (kind, payment, amount, vat, at, number) select 'refund', id, -100, -18, ?, 2 from payments where user_id = ?`,
    server.clock.now(),
    bert.id,
  )
  server.sql(
    `insert into settlements (id, currency, amount, paid_out_at, imported_at, staff) values ('S1', 'EUR', 2462, ?, 0, 1)`,
    server.clock.now(),
  )
  for (const member of [anna, third, bert]) {
    const [row] = server.sql('select reference from payments where user_id = ?', member.id)
    server.sql(
      `insert into settlement_lines (settlement, kind, reference, amount, fee) values ('S1', 'payment', ?, 999, 35)`,
      row?.['reference'],
    )
  }
  server.sql(
    `insert into settlement_lines (settlement, kind, reference, amount, fee) select 'S1', 'refund', reference, -400, 0 from payments where user_id = ?`,
    anna.id,
  )
  server.sql(`update settlements set amount = 2492`)
  const march = () => moneyMonth(server.deps, '2026-03')
  const before = await march()
  expect(before.rows).toEqual([
    expect.objectContaining({
      country: 'IT',
      payments: 3,
      gross: 2_997,
      refunds: -500,
      vat: 450,
      net: 2_047,
      fees: 105,
    }),
  ])
  expect(before.settlements).toEqual([expect.objectContaining({ difference: 0 })])
  await erase(anna)
  await erase(third)
  await runAt('2037-01-01T00:00:00Z')
  expect(count('payments')).toBe(1)
  expect(await march()).toEqual(before)
  expect(server.sql(`select country, count(*) as lines from settlement_lines where reference = '' group by 1`)).toEqual(
    [{ country: 'IT', lines: 3 }],
  )
  // A second run adds to the sums of the same month.
  await erase(bert)
  pay(await server.signUp('Dora'), 9)
  server.sql(`update bookings set number = 3 where id = (select max(id) from bookings)`)
  await runAt('2049-01-01T00:00:00Z')
  expect(await march()).toEqual(before)
})

test('[PAY-1] a long ledger is deleted in pieces, the newest entries first, and the balance stays the sum after each', async () => {
  const at = server.clock.now()
  server.sql(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 1250)
     insert into ledger (user_id, amount, reason, reference, at)
     select cast(? as bigint), 2, 'purchase', 'bought ' || i, cast(? as bigint) from n
     union all select cast(? as bigint), -1, 'message', 'sent ' || i, cast(? as bigint) from n`,
    anna.id,
    at,
    anna.id,
    at,
  )
  server.sql('update users set credits = (select sum(amount) from ledger where user_id = users.id)')
  const all = entriesOf(anna)
  await erase(anna)
  const piece = () => server.deps.write((tx) => tx.leaving.eraseOldLedger(anna.id, server.clock.now()))
  for (const left of [all - 1_000, all - 2_000, 0]) {
    expect(await piece()).toBeGreaterThan(0)
    expect(entriesOf(anna)).toBe(left)
    expect(
      (await server.deps.read.money.differences(0, 100)).checked.filter(({ credits, sum }) => credits !== sum),
    ).toEqual([])
  }
  expect(await piece()).toBe(0)
})

// SQLite's program.
test('a ledger that ends late is not read any further than its last entry', { skip: isPostgres }, async () => {
  const [text = ''] = await statementsOf(() => server.deps.read.leaving.withOldMoney(0, 0))
  const values = Array.from(text.matchAll(/[?]/g), () => 0)
  const program = server.sql(`explain ${text}`, ...values).map(({ opcode }) => String(opcode))
  // The last entry is compared before the maximum of all is begun.
  const compared = program.findIndex((opcode) => opcode === 'Lt' || opcode === 'Ge')
  expect(compared).toBeGreaterThan(0)
  expect(program.indexOf('AggStep')).toBeGreaterThan(compared)
})

test('[ACC-12] the retention walks over all accounts, page by page', async () => {
  pay(anna, 1)
  pay(bert, 2)
  await erase(anna)
  // No entry has the number of its member.
  server.sql('update ledger set id = id + 100')
  // More accounts than a page has, most of them before the erased one.
  server.sql('update users set id = id + 5000 where id = ?', anna.id)
  for (const table of ['ledger', 'payments'])
    server.sql(`update ${table} set user_id = user_id + 5000 where user_id = ?`, anna.id)
  server.sql(
    `with recursive n(i) as (select 1000 union all select i + 1 from n where i < 3000)
     insert into users (id, email, password_hash, status, paid_user, language, signup_at)
     select i, i || '@many.test', '', 'active', 0, 'en', 0 from n`,
  )
  await runAt('2037-01-01T00:00:00Z')
  expect(server.sql('select user_id from payments')).toEqual([{ user_id: bert.id }])
  expect(server.sql('select id from ledger where user_id = ?', anna.id + 5_000)).toEqual([])
})

test('[OPS-14] a clock that jumped deletes no payment', async () => {
  pay(anna, 1)
  pay(bert, 2)
  await erase(anna)
  const before = server.clock.now()
  server.clock.set(Date.parse('2050-01-01T00:00:00Z'))
  await moneyRetention({ ...server.deps, safeNow: () => before })()
  expect(count('payments')).toBe(2)
})

test('the retention begins with a calendar year', () => {
  expect(new Date(retentionStart(Date.parse('2037-01-01T00:00:00Z'), 10)).toISOString()).toBe(
    '2027-01-01T00:00:00.000Z',
  )
  expect(new Date(retentionStart(Date.parse('2036-12-31T23:59:59Z'), 6)).toISOString()).toBe('2030-01-01T00:00:00.000Z')
})
