/** Campaigns with their cost and revenue, and the partners who bring visitors [DESK-14]. */
import type { Campaign, CampaignForm, CampaignNumbers, Partner } from '#contract/desk/entities/numbers.ts'
import { DAY_MS } from '#contract/limits.ts'
import type { Deps } from '../../deps.ts'
import { refuseDesk, type DeskRefusal } from '../../http/desk-reply.ts'
import type { CampaignRow, NewCampaign, PartnerRow } from './campaign-queries.ts'
import { shownCount } from './numbers-view.ts'

type Actor = { id: number }

type Span = { from: string; to: string }

const msOf = ({ from, to }: Span) => ({
  from: Date.parse(`${from}T00:00:00Z`),
  to: Date.parse(`${to}T00:00:00Z`) + DAY_MS,
})

/** @param span days, both included */
const campaignNumbers = async (
  { read }: Pick<Deps, 'read'>,
  campaign: CampaignRow,
  span: Span,
): Promise<CampaignNumbers> => {
  const { from, to } = msOf(span)
  const { signups, confirmed, buyers } = await read.campaigns.counts(campaign, from, to)
  const shown = shownCount(signups)
  const uses = shownCount(await read.campaigns.codeUses(campaign.id, from, to))
  const cost = costOf(campaign, signups, confirmed)
  // The revenue of a hidden group would reveal the payment of one person.
  const isHidden = shown === null || uses === null || shownCount(buyers) === null
  const revenue = isHidden ? [] : await read.campaigns.revenue(campaign, from, to)
  const own = revenue.find(({ currency }) => currency === campaign.currency)?.amount ?? 0
  return {
    signups: shown,
    confirmed: shown === null ? null : shownCount(confirmed),
    buyers: shown === null ? null : shownCount(buyers),
    revenue,
    code_uses: uses,
    cost: shown === null && campaign.costKind !== 'total' ? null : cost,
    cost_per_signup: shown === null || signups === 0 || cost === null ? null : cost / signups,
    return_on_cost: isHidden || cost === null || cost === 0 ? null : own / cost,
  }
}

const costOf = ({ costKind, cost }: CampaignRow, signups: number, confirmed: number): number | null => {
  switch (costKind) {
    case 'none':
      return null
    case 'total':
      return cost
    case 'per_signup':
      return cost * signups
    case 'per_confirmed':
      return cost * confirmed
  }
}

export const listCampaigns = async (
  deps: Pick<Deps, 'read'>,
  span: Span,
): Promise<{ campaigns: Campaign[]; partners: Partner[] }> => {
  const campaigns = []
  for (const row of await deps.read.campaigns.all())
    campaigns.push({
      id: row.id,
      ...formOf(row),
      codes: await deps.read.campaigns.codes(row.id),
      numbers: await campaignNumbers(deps, row, span),
    })
  return { campaigns, partners: (await deps.read.campaigns.partners()).map(partnerFrom) }
}

const partnerFrom = ({ id, name }: PartnerRow): Partner => ({ id, name })

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

/** @param id null for a new campaign */
export const putCampaign = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  staff: Actor,
  id: number | null,
  form: CampaignForm,
): Promise<{ id: number } | DeskRefusal> =>
  write(async (tx) => {
    const before = id === null ? null : ((await tx.campaigns.byId(id)) ?? null)
    if (id !== null && !before) return refuseDesk('not_found')
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
      reason: '',
      at: now(),
    })
    return { id: made }
  })

export const setCampaignOfCode = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  staff: Actor,
  code: string,
  campaign: number | null,
): Promise<DeskRefusal | null> =>
  write(async (tx) => {
    if (campaign !== null && !(await tx.campaigns.byId(campaign))) return refuseDesk('not_found')
    const changed = await tx.campaigns.setCode(code, campaign)
    if (!changed) return refuseDesk('not_found')
    await tx.audit.add({
      staff: staff.id,
      act: 'code.change',
      subject: null,
      before: { code, campaign: changed.before },
      after: { code, campaign },
      reason: '',
      at: now(),
    })
    return null
  })

export const addPartner = ({ write, now }: Pick<Deps, 'write' | 'now'>, staff: Actor, name: string): Promise<Partner> =>
  write(async (tx) => {
    const row = await tx.campaigns.addPartner(name, now())
    await tx.audit.add({
      staff: staff.id,
      act: 'campaign.change',
      subject: null,
      before: null,
      after: { partner: row.id, name },
      reason: '',
      at: now(),
    })
    return partnerFrom(row)
  })
