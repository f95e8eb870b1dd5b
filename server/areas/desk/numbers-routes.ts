/** Requests of the desk about numbers and campaigns, to their use cases [DESK-13], [DESK-14]. */
import type { numbersCalls } from '#contract/desk/calls/numbers.ts'
import { FUNNEL_STEPS } from '#contract/desk/entities/numbers.ts'
import type { Deps } from '../../deps.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { addPartner, listCampaigns, putCampaign, setCampaignOfCode } from './campaigns.ts'
import { csvOf, csvResponse } from './csv.ts'
import { deskNumbers } from './numbers-view.ts'

export const numbersRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof numbersCalls> => ({
  'numbers.get': ({ query }) => deskNumbers(deps, query),
  'numbers.csv': async ({ query }, staff) => {
    const at = deps.now()
    const { from, to } = query
    const after = { numbers: { from, to } }
    await deps.write((tx) =>
      tx.audit.add({ staff: staff.id, act: 'report.export', subject: null, before: null, after, reason: '', at }),
    )
    const numbers = await deskNumbers(deps, query)
    const groups = (['sources', 'landers', 'countries'] as const).flatMap((by) =>
      numbers[by].map((group) => [by, group.name, ...FUNNEL_STEPS.map((step) => group[step])]),
    )
    const all = ['all', '', ...FUNNEL_STEPS.map((step) => numbers.funnel[step])]
    return csvResponse(`numbers-${from}-${to}.csv`, csvOf(['by', 'group', ...FUNNEL_STEPS], [all, ...groups]))
  },
  'campaigns.list': ({ query }) => listCampaigns(deps, query),
  'campaigns.add': ({ body }, staff) => putCampaign(deps, staff, null, body),
  'campaigns.change': ({ params, body }, staff) => putCampaign(deps, staff, params.id, body),
  'campaigns.code': async ({ params, body }, staff) =>
    (await setCampaignOfCode(deps, staff, params.code, body.campaign)) ?? {},
  'partners.add': async ({ body }, staff) => ({ partner: await addPartner(deps, staff, body.name) }),
})
