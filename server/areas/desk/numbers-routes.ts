/** Requests of the desk about numbers and campaigns, to their use cases [DESK-13], [DESK-14]. */
import type { numbersCalls } from '#contract/desk/calls/numbers.ts'
import { type Campaign, FUNNEL_STEPS, TRACKED } from '#contract/desk/entities/numbers.ts'
import type { Deps } from '../../deps.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { isDeskRefusal } from '../../http/desk-reply.ts'
import {
  addPartner,
  listCampaigns,
  makePartnerLink,
  putCampaign,
  revokePartnerLink,
  setCampaignOfCode,
} from './campaigns.ts'
import { csvOf, csvResponse, decimalOf } from './csv.ts'
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
  'campaigns.csv': async ({ query }, staff) => {
    const { from, to } = query
    const after = { campaigns: { from, to } }
    const at = deps.now()
    await deps.write((tx) =>
      tx.audit.add({ staff: staff.id, act: 'report.export', subject: null, before: null, after, reason: '', at }),
    )
    const { campaigns } = await listCampaigns(deps, query)
    return csvResponse(`campaigns-${from}-${to}.csv`, campaignsCsv(campaigns))
  },
  'campaigns.add': ({ body }, staff) => putCampaign(deps, staff, null, body),
  'campaigns.change': ({ params, body }, staff) => putCampaign(deps, staff, params.id, body),
  'campaigns.code': async ({ params, body }, staff) =>
    (await setCampaignOfCode(deps, staff, params.code, body.campaign)) ?? {},
  'partners.add': async ({ body }, staff) => {
    const added = await addPartner(deps, staff, body.name)
    return isDeskRefusal(added) ? added : { partner: added }
  },
  'partners.link': ({ params }, staff) => makePartnerLink(deps, staff, params.id),
  'partners.revoke': ({ params }, staff) => revokePartnerLink(deps, staff, params.id),
})

const HEAD = [
  'clicks',
  'signups',
  'confirmed',
  'buyers',
  'revenue',
  'code_uses',
  'cost',
  'currency',
  'cost_per_click',
  'cost_per_signup',
  'cost_per_purchase',
  'return',
]

/** Amounts as decimals, the revenue with its currency, since a campaign can sell in several. */
const campaignsCsv = (campaigns: readonly Campaign[]): string =>
  csvOf(
    ['campaign', ...TRACKED, ...HEAD],
    campaigns.map(({ name, numbers, currency, ...campaign }) => {
      const money = (amount: number | null) => (amount === null ? null : decimalOf(Math.round(amount), currency))
      return [
        name,
        ...TRACKED.map((field) => campaign[field]),
        numbers.clicks,
        numbers.signups,
        numbers.confirmed,
        numbers.buyers,
        numbers.revenue.map((sum) => `${decimalOf(sum.amount, sum.currency)} ${sum.currency}`).join('; '),
        numbers.code_uses,
        money(numbers.cost),
        currency,
        money(numbers.cost_per_click),
        money(numbers.cost_per_signup),
        money(numbers.cost_per_purchase),
        numbers.return_on_cost === null ? null : Math.round(numbers.return_on_cost * 100) / 100,
      ]
    }),
  )
