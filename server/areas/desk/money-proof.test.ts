/** [DESK-12] Generated payments: the report, the books, the payments and the provider agree to the cent. */
import { expect, test } from 'vitest'
import { DEFAULT_SITE_SETTINGS } from '#contract/entities/site-settings.ts'
import type { ProviderState } from '../../adapters/payments/provider.ts'
import { applyProviderState } from '../money/settle.ts'
import { addPayment } from '../../testing/money-rows.ts'
import { seededBytes } from '../../testing/random.ts'
import { createTestServer } from '../../testing/test-server.ts'
import { moneyMonth, unspentCredits } from './books.ts'
import { reconciled } from './settlements.ts'

/** `npm run test:long` sets FUZZ=large. */
const PAYMENTS = process.env['FUZZ'] === 'large' ? 10_000 : 800
const MARKETS = [
  ['IT', 'EUR', 22],
  ['DE', 'EUR', 19],
  ['IE', 'EUR', 23],
  ['GB', 'GBP', 20],
  ['PL', 'PLN', 23],
  ['CH', 'CHF', 8.1],
] as const
const PRICES = [749, 999, 1_499, 1_999, 3_999, 7_999] as const

/** A count by hand, by month and currency, apart from every table of the server. */
type Sums = { gross: number; refunds: number; chargebacks: number; payments: number }

test(`[DESK-12] over ${PAYMENTS} generated payments the report equals the ledger to the cent`, async () => {
  const server = await createTestServer({ start: '2026-01-02T00:00:00.000Z' })
  const { deps, clock, sql } = server
  const bytes = seededBytes(12)
  const draw = (count: number): number => Buffer.from(bytes(4)).readUInt32BE() % count
  const members = []
  for (let count = 0; count < 200; count += 1) members.push((await server.signUp(`Member ${count}`, { credits: 0 })).id)
  const byHand = new Map<string, Sums>()
  const count = (currency: string, name: keyof Sums, amount: number) => {
    const key = `${new Date(clock.now()).toISOString().slice(0, 7)} ${currency}`
    const sums = byHand.get(key) ?? { gross: 0, refunds: 0, chargebacks: 0, payments: 0 }
    sums[name] += amount
    byHand.set(key, sums)
  }
  const lines: { settlement: string; kind: 'payment' | 'refund' | 'chargeback'; reference: string; amount: number }[] =
    []
  const states: ProviderState[] = []

  for (let turn = 0; turn < PAYMENTS; turn += 1) {
    clock.advance(60_000 * 45)
    const [country, currency, vatPercentage] = MARKETS[draw(MARKETS.length)] ?? MARKETS[0]
    const amount = PRICES[draw(PRICES.length)] ?? 999
    const reference = `tr_${turn}`
    const userId = members[draw(members.length)] ?? 0
    const order = { status: 'pending', reference, country, currency, vatPercentage, amount, invoice: null } as const
    const paymentId = addPayment(server, userId, { ...order, createdAt: clock.now() })
    const open: ProviderState = {
      reference,
      paymentId,
      amount,
      currency,
      status: 'paid',
      refunded: 0,
      chargedBack: 0,
      failure: null,
      checkoutUrl: null,
      mandate: null,
    }
    const isPaid = draw(10) > 0
    await applyProviderState(deps, isPaid ? open : { ...open, status: 'failed', failure: 'declined' }, clock.now())
    if (!isPaid) continue
    count(currency, 'gross', amount)
    count(currency, 'payments', 1)
    lines.push({ settlement: `S ${currency}`, kind: 'payment', reference, amount })
    states.push(open)
    // Some webhooks come twice.
    if (draw(20) === 0) await applyProviderState(deps, open, clock.now())
    // An older payment goes back: a part, several parts, all of it, or by its bank.
    const index = draw(states.length)
    const older = states[index]
    if (draw(8) > 0 || !older) continue
    const left = older.amount - older.refunded - older.chargedBack
    if (left === 0) continue
    const back = draw(3) === 0 ? left : 1 + draw(left)
    const isChargeback = older.chargedBack === 0 && draw(6) === 0
    const now: ProviderState = isChargeback
      ? { ...older, chargedBack: back }
      : { ...older, refunded: older.refunded + back }
    states[index] = now
    await applyProviderState(deps, now, clock.now())
    const kind = isChargeback ? 'chargeback' : 'refund'
    count(now.currency, isChargeback ? 'chargebacks' : 'refunds', -back)
    lines.push({ settlement: `S ${now.currency}`, kind, reference: now.reference, amount: -back })
  }

  // The report of each month equals the count by hand.
  const months = [...new Set([...byHand.keys()].map((key) => key.slice(0, 7)))]
  let whole = 0
  for (const month of months) {
    const { sums, rows } = await moneyMonth(deps, month)
    for (const { currency, gross, refunds, chargebacks, payments } of sums)
      expect({ month, currency, gross, refunds, chargebacks, payments }).toEqual({
        month,
        currency,
        ...byHand.get(`${month} ${currency}`),
      })
    for (const row of rows) {
      expect(row.net + row.vat).toBe(row.gross + row.refunds + row.chargebacks)
      whole += row.gross + row.refunds + row.chargebacks
    }
  }
  expect([...byHand.keys()]).toHaveLength(months.length * 4)

  // The books equal the payments, in money and in VAT: a payment that went back in whole leaves no VAT.
  const [payments] = sql(
    'select sum(amount - refunded_there - charged_back_there) as money, count(*) as count from payments where completed_at is not null',
  )
  expect(payments).toEqual({ money: whole, count: states.length })
  expect(
    sql(`select p.id from payments p join bookings b on b.payment = p.id group by p.id
      having sum(b.amount) <> p.amount - p.refunded_there - p.charged_back_there or (sum(b.amount) = 0 and sum(b.vat) <> 0)`),
  ).toEqual([])

  // Invoices and credit notes are numbered without a gap, and each names the seller of its day.
  expect(sql('select min(invoice) as a, max(invoice) as b, count(invoice) as c from payments')).toEqual([
    { a: 1, b: states.length, c: states.length },
  ])
  expect(sql('select max(number) - count(number) as gap from bookings')).toEqual([{ gap: 0 }])
  expect(sql('select count(*) as missing from payments where completed_at is not null and seller is null')).toEqual([
    { missing: 0 },
  ])
  expect(sql('select company from sellers')).toEqual([{ company: JSON.stringify(DEFAULT_SITE_SETTINGS.company) }])

  // The ledger of credits: what was bought and not taken back is what the members still have.
  const [credits] = sql('select sum(amount) as entries, (select sum(credits) from users) as balances from ledger')
  expect(credits?.['entries']).toBe(credits?.['balances'])
  const unspent = await unspentCredits(deps, months.at(-1) ?? '')
  expect(unspent.credits).toBe(credits?.['balances'])

  // The provider pays everything out: each settlement agrees line by line.
  for (const id of new Set(lines.map(({ settlement }) => settlement))) {
    const own = lines.filter(({ settlement }) => settlement === id).map((line) => ({ ...line, fee: 7 }))
    const amount = own.reduce((sum, line) => sum + line.amount - line.fee, 0)
    const settlement = { id, currency: id.slice(2), paidOutAt: clock.now(), amount, lines: own }
    await deps.write((tx) => tx.deskMoney.putSettlement(settlement, 1, clock.now()))
    const row = await deps.read.deskMoney.settlement(id)
    if (!row) throw new Error('no settlement')
    expect(await reconciled(deps.read, row)).toMatchObject({ provider: amount, ledger: amount, differences: [] })
  }
  for (const month of months) expect((await moneyMonth(deps, month)).unsettled).toEqual([])
  await server.close()
}, 180_000)
