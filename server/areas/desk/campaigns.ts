/** Campaigns with their cost and revenue [DESK-14]. */
import type { DeskAnswer } from '#contract/desk/calls.ts'
import {
  countsClicks,
  TRACKED,
  type Campaign,
  type campaignCalls,
  type CampaignForm,
  type CampaignNumbers,
} from '#contract/desk/campaigns.ts'
import { DAY_MS } from '#contract/limits.ts'
import { decimalOf } from '#contract/rules/price.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/desk-caller.ts'
import { isDeskRefusal, refuseDesk, type DeskRefusal } from '../../http/reply.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { differing } from '../profile/change-profile.ts'
import type { CampaignRow, NewCampaign } from './campaign-queries.ts'
import { csvOf, exportReport } from './csv.ts'
import { dayAfter, shownCount } from './numbers-view.ts'
import { addPartner, makePartnerLink, partnerFrom, revokePartnerLink } from './partners.ts'

type Span = { from: string; to: string }

const msOf = ({ from, to }: Span) => ({
  from: Date.parse(`${from}T00:00:00Z`),
  to: Date.parse(`${to}T00:00:00Z`) + DAY_MS,
})

/** @param span days, both included */
export const campaignNumbers = async (
  { read }: Pick<Deps, 'read'>,
  campaign: CampaignRow,
  span: Span,
): Promise<CampaignNumbers> => {
  const { from, to } = msOf(span)
  const { signups, confirmed, buyers } = await read.campaigns.counts(campaign, from, to)
  const shown = shownCount(signups)
  const uses = shownCount(await read.campaigns.codeUses(campaign.id, from, to))
  const clicks = await clicksOf({ read }, campaign, span)
  const cost = costOf(campaign, { clicks, signups, confirmed, buyers })
  // The revenue of a hidden group would reveal the payment of one person.
  const isHidden = shown === null || uses === null || shownCount(buyers) === null
  const sums = isHidden ? [] : await read.campaigns.revenue(campaign, from, to)
  const own = sums.find(({ currency }) => currency === campaign.currency) ?? NO_REVENUE
  return {
    clicks: clicks === null ? null : shownCount(clicks),
    signups: shown,
    confirmed: shown === null ? null : shownCount(confirmed),
    buyers: shown === null ? null : shownCount(buyers),
    revenue: sums.filter(isShown).map(({ currency, amount }) => ({ currency, amount })),
    code_uses: uses,
    cost: isCostHidden(campaign, { clicks, signups, buyers }) ? null : cost,
    cost_per_click: clicks === null ? null : perOne(cost, clicks),
    cost_per_signup: shown === null || signups === 0 || cost === null ? null : cost / signups,
    cost_per_purchase: shown === null ? null : perOne(cost, buyers),
    return_on_cost: isHidden || !isShown(own) || cost === null || cost === 0 ? null : own.amount / cost,
  }
}

const NO_REVENUE = { amount: 0, buyers: 0 }

const isShown = ({ buyers }: { buyers: number }): boolean => shownCount(buyers) !== null

type Counts = { clicks: number | null; signups: number; confirmed: number; buyers: number }

/** Null for a campaign whose visits cannot be distinguished: without a source, or with a `sub`. */
const clicksOf = async (
  { read }: Pick<Deps, 'read'>,
  campaign: CampaignRow,
  { from, to }: Span,
): Promise<number | null> => {
  if (!countsClicks(campaign)) return null
  return read.campaigns.clicks(campaign, from, dayAfter(to))
}

/** The cost of a hidden group divided by its price would tell its size. */
const isCostHidden = (
  { costKind }: CampaignRow,
  { clicks, signups, buyers }: Pick<Counts, 'clicks' | 'signups' | 'buyers'>,
): boolean => {
  if (costKind === 'total') return false
  if (costKind === 'per_click') return clicks !== null && shownCount(clicks) === null
  return shownCount(signups) === null || (costKind === 'per_purchase' && shownCount(buyers) === null)
}

/** Null where the group is hidden or empty. */
const perOne = (cost: number | null, count: number): number | null =>
  cost === null || count === 0 || shownCount(count) === null ? null : cost / count

const costOf = ({ costKind, cost }: CampaignRow, { clicks, signups, confirmed, buyers }: Counts): number | null => {
  switch (costKind) {
    case 'none':
      return null
    case 'total':
      return cost
    case 'per_click':
      return clicks === null ? null : cost * clicks
    case 'per_purchase':
      return cost * buyers
    case 'per_signup':
      return cost * signups
    case 'per_confirmed':
      return cost * confirmed
  }
}

const listCampaigns = async (deps: Pick<Deps, 'read'>, span: Span): Promise<DeskAnswer<'campaigns.list'>> => {
  const campaigns: Campaign[] = []
  for (const row of await deps.read.campaigns.all())
    campaigns.push({
      id: row.id,
      ...formOf(row),
      codes: await deps.read.campaigns.codes(row.id),
      numbers: await campaignNumbers(deps, row, span),
    })
  return {
    campaigns,
    partners: (await deps.read.campaigns.partners()).map(partnerFrom),
    codes: await deps.read.campaigns.campaignsOfCodes(),
  }
}

const formOf = ({ name, network, ref, sub1, sub2, sub3, partner, costKind, cost, currency }: CampaignRow) => ({
  name,
  network,
  ref,
  sub1,
  sub2,
  sub3,
  partner,
  cost_kind: costKind,
  cost,
  currency,
})

const rowOf = ({ cost_kind: costKind, ...form }: CampaignForm): NewCampaign => ({ ...form, costKind })

const isSame = (one: CampaignForm, other: CampaignForm): boolean => differing(one, other) === null

/**
 * @param id null for a new campaign
 * @param seen the campaign before the caller changed it: a colleague's change since is not overwritten
 */
const putCampaign = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  staff: Actor,
  id: number | null,
  { seen, ...form }: CampaignForm & { seen?: CampaignForm | undefined },
): Promise<{ id: number } | DeskRefusal> =>
  write(async (tx) => {
    const before = id === null ? null : ((await tx.campaigns.byId(id)) ?? null)
    if (id !== null && !before) return refuseDesk('not_found')
    // The same change sent again after its answer was lost, or a colleague's.
    if (before && isSame(formOf(before), form)) return { id: before.id }
    if (before && seen && !isSame(formOf(before), seen)) return refuseDesk('changed_meanwhile')
    if (form.partner !== null && !(await tx.campaigns.partner(form.partner))) return refuseDesk('not_found')
    if (await tx.campaigns.isNameTaken(form.name, id ?? 0)) return refuseDesk('name_taken')
    const made = id ?? (await tx.campaigns.add(rowOf(form), now()))
    if (id !== null) await tx.campaigns.change(id, rowOf(form))
    await tx.audit.add({
      staff: staff.id,
      act: id === null ? 'campaign.add' : 'campaign.change',
      subject: { kind: 'campaign', id: made },
      before: before && formOf(before),
      after: form,
      at: now(),
    })
    return { id: made }
  })

const setCampaignOfCode = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  staff: Actor,
  code: string,
  { campaign, seen }: { campaign: number | null; seen?: number | null | undefined },
): Promise<DeskRefusal | null> =>
  write(async (tx) => {
    if (campaign !== null && !(await tx.campaigns.byId(campaign))) return refuseDesk('not_found')
    const row = await tx.campaigns.code(code)
    if (!row) return refuseDesk('not_found')
    if (row.campaign === campaign) return null
    if (seen !== undefined && row.campaign !== seen) return refuseDesk('changed_meanwhile')
    await tx.campaigns.setCode(code, campaign)
    await tx.audit.add({
      staff: staff.id,
      act: 'code.change',
      before: { code, campaign: row.campaign },
      after: { code, campaign },
      at: now(),
    })
    return null
  })

export const campaignRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof campaignCalls> => ({
  'campaigns.list': ({ query }) => listCampaigns(deps, query),
  'campaigns.csv': ({ query }, staff) => {
    const { from, to } = query
    const csv = async () => campaignsCsv((await listCampaigns(deps, query)).campaigns)
    return exportReport(deps, staff, { campaigns: { from, to } }, { name: `campaigns-${from}-${to}.csv`, csv })
  },
  'campaigns.add': ({ body }, staff) => putCampaign(deps, staff, null, body),
  'campaigns.change': ({ params, body }, staff) => putCampaign(deps, staff, params.id, body),
  'campaigns.code': async ({ params, body }, staff) => (await setCampaignOfCode(deps, staff, params.code, body)) ?? {},
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
