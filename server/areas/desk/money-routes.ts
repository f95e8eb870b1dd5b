/** Requests of the desk about money, to their use cases [DESK-12]. */
import type { moneyDeskCalls } from '#contract/desk/calls/money.ts'
import type { MoneyMonth } from '#contract/desk/entities/money.ts'
import { MONTH_AMOUNTS } from '#contract/desk/entities/money.ts'
import type { Deps } from '../../deps.ts'
import { isDeskRefusal } from '../../http/desk-reply.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { csvOf, csvResponse, decimalOf } from './csv.ts'
import { decideApproval } from './approvals.ts'
import { contestChargeback, decideChargeback, giveGoodwill } from './money-acts.ts'
import { memberMoney } from './money-member.ts'
import { moneyMonth, unspentCredits } from './money-month.ts'
import { refundPayment, withdrawFor } from './money-refund.ts'
import { importSettlements, readPaymentNow } from './settlements.ts'

export const moneyDeskRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof moneyDeskCalls> => {
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
    'money.month': ({ params }) => moneyMonth(deps, params.month),
    'money.month_csv': async ({ params }, staff) => {
      const { month } = params
      const at = deps.now()
      const after = { month }
      await deps.write((tx) =>
        tx.audit.add({ staff: staff.id, act: 'report.export', subject: null, before: null, after, reason: '', at }),
      )
      return csvResponse(`money-${month}.csv`, monthCsv(await moneyMonth(deps, month)))
    },
    'money.unspent': ({ params }) => unspentCredits(deps, params.month),
    'money.import_settlement': async ({ body }, staff) => {
      const settlements = await importSettlements(deps, staff, body.text)
      return isDeskRefusal(settlements) ? settlements : { settlements }
    },
    'money.read_payment': async ({ params }) => (await readPaymentNow(deps, params.payment)) ?? {},
  }
}

const monthCsv = ({ month, rows }: MoneyMonth): string =>
  csvOf(
    ['month', 'country', 'currency', 'vat_percentage', 'payments', ...MONTH_AMOUNTS],
    rows.map((row) => [
      month,
      row.country,
      row.currency,
      row.vat_percentage,
      row.payments,
      ...MONTH_AMOUNTS.map((name) => decimalOf(row[name], row.currency)),
    ]),
  )
