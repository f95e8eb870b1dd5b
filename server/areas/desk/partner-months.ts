/**
 * A partner's own numbers: people only, no money of ours, by whole past months [DESK-13]. A month is counted once: a partner who
 * compared sums of moving days, or of one month on two days, would learn what single people did.
 */
import { countsClicks } from '#contract/desk/campaigns.ts'
import { dateOf } from '#contract/rules/age.ts'
import { hashToken } from '../../http/caller.ts'
import type { Deps } from '../../deps.ts'
import type { CampaignMonth, CampaignRow } from './campaign-queries.ts'
import { campaignNumbers } from './campaigns.ts'

const MONTHS = 12

export type PartnerCampaign = {
  name: string
  /** False if the link names no source that visits keep. */
  countsClicks: boolean
  /** The newest month first; months before the first visitor are left out. A group of fewer than ten people is null. */
  months: CampaignMonth[]
}

export const partnerNumbers = async (
  deps: Pick<Deps, 'read' | 'write' | 'now'>,
  token: string,
): Promise<{ name: string; campaigns: PartnerCampaign[] } | 'revoked' | 'unknown'> => {
  const partner = await deps.read.campaigns.partnerOfLink(hashToken(token))
  if (!partner) return 'unknown'
  if (partner.linkRevokedAt !== null) return 'revoked'
  const campaigns: PartnerCampaign[] = []
  for (const campaign of await deps.read.campaigns.ofPartner(partner.id)) {
    const months = await monthsOf(deps, campaign)
    campaigns.push({ name: campaign.name, countsClicks: countsClicks(campaign), months: sinceFirst(months) })
  }
  return { name: partner.name, campaigns }
}

/** Counts the months that nobody has counted yet. @returns the newest month first */
const monthsOf = async (
  deps: Pick<Deps, 'read' | 'write' | 'now'>,
  campaign: CampaignRow,
): Promise<CampaignMonth[]> => {
  const spans = pastMonths(deps.now())
  const counted = await deps.read.campaigns.months(campaign.id, MONTHS)
  const missing = spans.filter(({ month }) => counted.every((one) => one.month !== month))
  if (missing.length === 0) return counted
  return deps.write(async (tx) => {
    for (const { month, from, to } of missing) {
      const { clicks, signups, confirmed, buyers } = await campaignNumbers({ read: tx }, campaign, { from, to })
      await tx.campaigns.addMonth({ campaign: campaign.id, month, clicks, signups, confirmed, buyers })
    }
    return tx.campaigns.months(campaign.id, MONTHS)
  })
}

const sinceFirst = (months: CampaignMonth[]): CampaignMonth[] =>
  months.slice(0, months.findLastIndex(({ clicks, signups }) => (clicks ?? 0) > 0 || signups !== 0) + 1)

/** Whole months (UTC) before this one; days are included. */
const pastMonths = (now: number): { month: string; from: string; to: string }[] => {
  const today = new Date(now)
  const firstDay = (back: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1)
  return Array.from({ length: MONTHS }, (_, back) => {
    const from = dateOf(firstDay(back + 1))
    return { month: from.slice(0, 7), from, to: dateOf(firstDay(back) - 1) }
  })
}
