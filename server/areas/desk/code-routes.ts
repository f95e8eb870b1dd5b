/** Requests of the desk about discount codes, to their use cases [DESK-14]. */
import type { codeCalls } from '#contract/desk/calls/codes.ts'
import { dateOf } from '#contract/rules/age.ts'
import type { Deps } from '../../deps.ts'
import { refuseDesk } from '../../http/desk-reply.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { csvOf, csvResponse } from './csv.ts'
import { addCodeOfForm, currenciesOf, deskCodes, setDiscountStatus } from './discount-codes.ts'

const COLUMNS = ['code', 'percent', 'status', 'validity', 'ends', 'campaign', 'partner', 'uses', 'currency', 'revenue']

/** The last day of a code. */
const lastDayOf = (expires: number | null): string => (expires === null ? '' : dateOf(expires - 1))

export const codeRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof codeCalls> => ({
  'codes.list': async () => ({
    codes: await deskCodes(deps),
    campaigns: (await deps.read.campaigns.all()).map(({ id, name }) => ({ id, name })),
    countries: deps.settings().countries,
    currencies: currenciesOf(deps.settings()),
  }),
  'codes.csv': async (_, staff) => {
    const at = deps.now()
    const after = { report: 'codes' }
    await deps.write((tx) =>
      tx.audit.add({ staff: staff.id, act: 'report.export', subject: null, before: null, after, reason: '', at }),
    )
    const rows = (await deskCodes(deps)).flatMap((code) => {
      const about = [
        code.code,
        code.value_percentage,
        code.status,
        code.validity,
        lastDayOf(code.expires),
        code.campaign?.name ?? '',
        code.campaign?.partner ?? '',
        code.uses,
      ]
      if (code.revenue.length === 0) return [[...about, '', '']]
      return code.revenue.map(({ currency, amount }) => [...about, currency, amount])
    })
    return csvResponse('codes.csv', csvOf(COLUMNS, rows))
  },
  'codes.add': async ({ body }, staff) => (await addCodeOfForm(deps, staff, body)) ?? {},
  'codes.status': async ({ params, body }, staff) => {
    const by = { staff: staff.id, reason: body.reason }
    switch (await setDiscountStatus(deps, params.code, body.status, by)) {
      case 'done':
        return {}
      case 'same':
        return refuseDesk('changed_meanwhile')
      case 'not_found':
        return refuseDesk('not_found')
    }
  },
})
