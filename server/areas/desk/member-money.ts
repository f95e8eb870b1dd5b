/** A member's money for the desk: payments with their books, and the ledger [DESK-12]. */
import type { DeskBooking, DeskPayment, MemberMoney, memberMoneyCalls } from '#contract/desk/member-money.ts'
import { moneySubject } from '#contract/desk/subject.ts'
import { withdrawalOf } from '#contract/rules/withdrawal.ts'
import type { Deps } from '../../deps.ts'
import { refuseDesk, type DeskRefusal } from '../../http/reply.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import type { BookingRow } from '../money/book-queries.ts'
import { unspentOf } from '../money/credit-lots.ts'
import { creditNoteNumber, invoiceNumber, vatIn } from '../money/invoice.ts'
import type { PaymentRow } from '../money/payment-queries.ts'
import { paidBack, unrefunded, withdrawalFrom } from '../money/payment-view.ts'
import { refusedRefunds } from '../money/refused-refund.ts'
import { refundDaysOf, withOpenRefunds } from '../money/withdraw.ts'
import { approvalsOf, decideApproval } from './approvals.ts'
import {
  contestChargeback,
  decideChargeback,
  giveGoodwill,
  goodwillLeft,
  settleRefusedRefund,
  winChargeback,
} from './money-acts.ts'
import { refundOffer, refundPayment, withdrawFor } from './money-refund.ts'
import { claimOf, namesIn } from './queue.ts'
import { readPaymentNow } from './settlements.ts'

type Needs = Pick<Deps, 'read' | 'settings' | 'now' | 'at'>

const PAGE = 100

const memberMoney = async (
  deps: Needs,
  member: number,
  before: number | undefined,
): Promise<MemberMoney | DeskRefusal> => {
  const { read } = deps
  const credits = await read.money.balance(member)
  if (credits === undefined) return refuseDesk('not_found')
  const rows = await read.transactions.payments(member)
  const entries = await read.transactions.entries(member, before ?? Number.MAX_SAFE_INTEGER, PAGE + 1)
  const openCase = await read.queue.openCase(moneySubject(member))
  const payments = []
  for (const row of rows) payments.push(await deskPayment(deps, row))
  return {
    member: { id: member, name: (await read.transactions.buyer(member))?.name ?? '' },
    credits,
    sums: await sumsOf(deps, member, rows),
    goodwill_left: await goodwillLeft(read, member, deps.now()),
    buying_stopped: await read.books.isBuyingStopped(member),
    approvals: await approvalsOf(deps, member),
    second_person_over: deps.settings().second_person_over,
    claim: claimOf(openCase, await namesIn(deps)(openCase?.staff == null ? [] : [openCase.staff]), deps.now()),
    payments,
    ledger: entries.slice(0, PAGE).map(({ entry }) => ({
      id: entry.id,
      at: entry.at,
      reason: entry.reason,
      amount: entry.amount,
      balance: entry.balance,
    })),
    more: entries.length > PAGE,
  }
}

const deskPayment = async (deps: Needs, row: PaymentRow): Promise<DeskPayment> => {
  const { read } = deps
  const { books } = read
  const expected = await withOpenRefunds(read, row)
  const unspent = unspentOf(await read.money.moves(row.userId), row.id)
  const withdrawal = withdrawalFrom(expected, unspent, await refundDaysOf(read, deps, row), deps.now())
  const chargeback = await books.chargeback(row.id)
  const { vat } = vatIn(row.amount, row.vatPercentage)
  const refused = await refusedRefunds(read, row)
  const refusedOrders = refused.reduce((sum, { refund, amount }) => (refund === null ? sum : sum + amount), 0)
  return {
    id: row.id,
    status: row.status,
    method: row.method,
    country: row.country,
    credits: row.credits,
    amount: row.amount,
    currency: row.currency,
    vat,
    vat_percentage: row.vatPercentage,
    discount: row.discountCode === null ? null : { code: row.discountCode, percentage: row.discountPercentage ?? 0 },
    created_at: row.createdAt,
    completed_at: row.completedAt,
    invoice: row.invoice === null || row.completedAt === null ? null : invoiceNumber(row.invoice, row.completedAt),
    refunded: paidBack(row),
    waiting: expected.refundedThere - row.refundedThere - refusedOrders,
    refused_refunds: refused,
    bookings: (await books.bookings(row.id)).map((booking) => bookingOf(booking, row)),
    refund: await refundOffer(read, row),
    withdrawal:
      withdrawal?.declared_at === null && withdrawal.refund > 0
        ? { until: withdrawal.until, amount: withdrawal.refund, credits: withdrawal.credits_unspent }
        : null,
    chargeback: chargeback
      ? {
          at: chargeback.at,
          amount: chargeback.amount,
          decision: chargeback.decision,
          contest_by: chargeback.contestBy,
        }
      : null,
  }
}

const bookingOf = ({ kind, at, amount, vat, number }: BookingRow, { invoice }: PaymentRow): DeskBooking => ({
  kind,
  at,
  amount,
  vat,
  number: number === null ? invoiceNumber(invoice ?? 0, at) : creditNoteNumber(number, at),
})

/** `worth` is the price at which the unspent bought credits were sold. */
const sumsOf = async ({ read }: Needs, member: number, rows: readonly PaymentRow[]): Promise<MemberMoney['sums']> => {
  const moves = await read.money.moves(member)
  const sums = new Map<string, MemberMoney['sums'][number]>()
  for (const row of rows) {
    if (row.completedAt === null) continue
    const { currency, amount, id } = row
    const sum = sums.get(currency) ?? { currency, paid: 0, refunded: 0, worth: 0 }
    const left = withdrawalOf(unrefunded(row), unspentOf(moves, id))
    sums.set(currency, {
      currency,
      paid: sum.paid + amount,
      refunded: sum.refunded + paidBack(row),
      worth: sum.worth + left.refund,
    })
  }
  return [...sums.values()]
}

export const memberMoneyRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof memberMoneyCalls> => {
  return {
    'money.member': ({ params, query }) => memberMoney(deps, params.member, query.before),
    'money.refund': ({ params, body }, staff) => refundPayment(deps, staff, params.payment, body),
    'money.withdraw': async ({ params, body }, staff) => (await withdrawFor(deps, staff, params.payment, body)) ?? {},
    'money.goodwill': ({ params, body }, staff) => giveGoodwill(deps, staff, params.member, body),
    'approvals.decide': async ({ params, body }, staff) => (await decideApproval(deps, staff, params.id, body)) ?? {},
    'money.contest_chargeback': async ({ params, body }, staff) =>
      (await contestChargeback(deps, staff, params.payment, body)) ?? {},
    'money.decide_chargeback': async ({ params, body }, staff) =>
      (await decideChargeback(deps, staff, params.payment, body)) ?? {},
    'money.win_chargeback': async ({ params, body }, staff) =>
      (await winChargeback(deps, staff, params.payment, body)) ?? {},
    'money.settle_refund': async ({ params, body }, staff) =>
      (await settleRefusedRefund(deps, staff, params.payment, body)) ?? {},
    'money.read_payment': async ({ params }) => (await readPaymentNow(deps, params.payment)) ?? {},
  }
}
