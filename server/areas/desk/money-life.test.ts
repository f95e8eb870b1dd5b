/**
 * [DESK-12] Random lives of an account's money: purchases, spending, goodwill, refunds by the desk, withdrawals, refunds at the provider,
 * chargebacks, and a provider that refuses for a while. Whatever the order, nothing is paid back twice, and all sums agree.
 */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import { PaymentUnavailable, RefundRefused } from '../../adapters/payments/provider.ts'
import { sandboxProvider } from '../../adapters/payments/sandbox.ts'
import type { TestMember } from '../../testing/members.ts'
import { runJobs } from '../../testing/post-office.ts'
import {
  buyCredits,
  chooseAtSandbox,
  type Fault,
  faultyProvider,
  refundAtSandbox,
  refundedAtSandbox,
} from '../../testing/sandbox.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { orPaymentUnavailable } from '../money/place-order.ts'
import { takenByBank } from '../money/payment-view.ts'
import { refusedRefunds } from '../money/refused-refund.ts'
import { decideChargeback, giveGoodwill, settleRefusedRefund, winChargeback } from './money-acts.ts'
import { refundOffer, refundPayment, withdrawFor } from './money-refund.ts'

const FINANCE = { id: 1 }
const RUNS = process.env['FUZZ'] === 'large' ? 1_000 : 100

let server: TestServer
let fault: Fault
beforeEach(async () => {
  fault = {}
  // Every refund is ordered at once: a second person is another test's subject.
  server = await createTestServer({
    settings: { second_person_over: 1_000_000 },
    payments: (on) => faultyProvider(sandboxProvider(on), fault),
  })
})
afterEach(() => server.close())

const deed = fc.record({
  kind: fc.constantFrom(
    'buy',
    'spend',
    'goodwill',
    'desk refund',
    'withdraw',
    'refund there',
    'charge back',
    'won there',
    'won',
    'allow buying',
    'jobs',
    'jobs',
    'refuses',
    'silent',
    'answers',
    'again',
    'otherwise',
    'dropped',
  ),
  nth: fc.nat({ max: 2 }),
  size: fc.integer({ min: 1, max: 800 }),
  part: fc.constantFrom('unspent', 'whole', 'amount'),
})
type DeedKind = typeof deed extends fc.Arbitrary<infer Value> ? Value : never
type Life = {
  member: TestMember
  ids: string[]
  /** The sum that had gone back of each payment when it was last checked. */
  back: Map<string, number>
}

const failWith = (error: Error): void => {
  fault.at = (call, when) => {
    if (call === 'refund' && when === 'before') throw error
  }
}

const act = async ({ member, ids }: Life, { kind, nth, size, part }: DeedKind, turn: number): Promise<unknown> => {
  const { deps } = server
  if (kind === 'buy') {
    // A chargeback stops buying.
    const bought = ids.length < 3 ? await buyCredits(server, member) : ''
    return (await deps.read.payments.byId(bought)) && ids.push(bought)
  }
  if (kind === 'refuses') return failWith(new RefundRefused('The account is closed'))
  if (kind === 'silent') return failWith(new PaymentUnavailable('no answer'))
  if (kind === 'answers') return Object.assign(fault, { at: undefined })
  if (kind === 'jobs') return runJobs(server)
  if (kind === 'goodwill') return giveGoodwill(deps, FINANCE, member.id, { credits: 1, reason: 'Sorry' })
  const entry = { userId: member.id, amount: -(size % 9), reason: 'message', reference: `m${turn}`, at: 1 } as const
  if (kind === 'spend') return deps.write((tx) => tx.money.addEntry(entry)).catch(() => undefined)
  const id = ids[nth]
  const payment = id === undefined ? undefined : await deps.read.payments.byId(id)
  if (id === undefined || !payment) return undefined
  const offer = await refundOffer(deps.read, payment)
  if (kind === 'desk refund') {
    const amount = part === 'amount' ? size : (offer?.[part]?.amount ?? size)
    return refundPayment(deps, FINANCE, id, { part, amount, reason: 'mistake', note: '' })
  }
  if (kind === 'withdraw') {
    const { withdrawal } = (await server.as(member)('transactions.get', { params: { id } })).body
    return withdrawFor(deps, FINANCE, id, { amount: withdrawal?.refund ?? 0, note: 'Letter' })
  }
  if (kind === 'refund there') return refundAtSandbox(server, id, size, `there ${turn}`).catch(orPaymentUnavailable)
  if (kind === 'allow buying') return decideChargeback(deps, FINANCE, id, { decision: 'allow', reason: 'Seen' })
  if (kind === 'charge back') return chooseAtSandbox(server, id, 'charged_back')
  if (kind === 'won there') return chooseAtSandbox(server, id, 'chargeback_won')
  if (kind === 'won') return winChargeback(deps, FINANCE, id, { reason: 'Seen' })
  const [refused] = await refusedRefunds(deps.read, payment)
  if (!refused) return undefined
  const { refund } = refused
  return settleRefusedRefund(deps, FINANCE, id, { refund, answer: kind, reason: 'Seen' })
}

const check = async (life: Life, kind: DeedKind['kind']): Promise<void> => {
  const { member, ids } = life
  const [balance] = server.sql(
    'select credits, (select coalesce(sum(amount), 0) from ledger where user_id = users.id) as sum from users where id = ?',
    member.id,
  )
  expect(balance?.['credits']).toBe(balance?.['sum'])
  expect(Number(balance?.['credits'])).toBeGreaterThanOrEqual(0)
  for (const id of ids) {
    const payment = await server.deps.read.payments.byId(id)
    if (!payment) throw new Error('no payment')
    const { amount, credits, refundedThere, refundedOtherwise } = payment
    const back = refundedThere + refundedOtherwise + takenByBank(payment)
    // A bank may take back what was refunded already; we add nothing to it.
    const before = life.back.get(id) ?? 0
    if (kind !== 'charge back') expect(back).toBeLessThanOrEqual(Math.max(before, amount))
    expect(refundedThere + refundedOtherwise).toBeLessThanOrEqual(amount)
    life.back.set(id, back)
    expect(await refundedAtSandbox(server, id)).toBe(refundedThere)
    const [books] = server.sql('select sum(amount) as amount, sum(vat) as vat from bookings where payment = ?', id)
    expect(books?.['amount']).toBe(amount - back)
    if (back === amount) expect(books?.['vat']).toBe(0)
    const [taken] = server.sql(
      `select coalesce(-sum(amount), 0) as credits from ledger where reason in ('refund', 'chargeback') and reference like ?`,
      `${id}%`,
    )
    expect(taken?.['credits']).toBe(payment.creditsTaken ?? 0)
    expect(Number(taken?.['credits'])).toBeGreaterThanOrEqual(0)
    expect(Number(taken?.['credits'])).toBeLessThanOrEqual(credits)
    const offer = await refundOffer(server.deps.read, payment)
    expect(offer?.most ?? 0).toBeLessThanOrEqual(Math.max(0, amount - back))
  }
  const paid = server.sql(`select count(*) as n from payments where user_id = ? and status = 'completed'`, member.id)
  const [user] = server.sql('select paid_user from users where id = ?', member.id)
  expect(Boolean(user?.['paid_user'])).toBe(Number(paid[0]?.['n']) > 0)
}

test('[DESK-12] [PAY-1] no order of purchases, refunds, withdrawals, refusals and chargebacks pays back too much', async () => {
  let lives = 0
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 24 }), async (deeds) => {
      lives += 1
      Object.assign(fault, { at: undefined })
      const life: Life = { member: await server.signUp(`Member ${lives}`, { credits: 3 }), ids: [], back: new Map() }
      life.ids.push(await buyCredits(server, life.member))
      for (const [turn, one] of deeds.entries()) {
        server.clock.advance(MINUTE_MS)
        await act(life, one, turn)
        await check(life, one.kind)
      }
      // In the end the provider answers, and finance settles all: nothing waits any more.
      Object.assign(fault, { at: undefined })
      server.clock.advance(60 * MINUTE_MS)
      await runJobs(server)
      for (const nth of [0, 1, 2, 0, 1, 2])
        await act(life, { kind: 'otherwise', nth, size: 1, part: 'whole' }, 100 + nth)
      await check(life, 'otherwise')
      // The nightly proof finds nothing in any of these ledgers.
      const { checked } = await server.deps.read.money.differences(life.member.id - 1, 1)
      expect(checked).toEqual([expect.objectContaining({ id: life.member.id, odd: 0 })])
      const open = server.sql(
        `select d.id from desk_refunds as d join payments as p on p.id = d.payment where p.user_id = ? and d.done_at is null`,
        life.member.id,
      )
      expect(open).toEqual([])
    }),
    { seed: 27, numRuns: RUNS },
  )
}, 120_000)
