/** Discount codes [PAY-7]: lists and adds them, switches them on and off; each act is a row of the audit [DESK-3]. */
import type { codeCalls, CodeForm, DeskCode } from '#contract/desk/codes.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import { DAY_MS, TIME_BONUS_CODE } from '#contract/limits.ts'
import { dateOf } from '#contract/rules/age.ts'
import { hasExpired, type Discount } from '#contract/rules/discount.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/desk-caller.ts'
import { refuseDesk, type DeskRefusal } from '../../http/reply.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { csvOf, exportReport } from './csv.ts'
import { shownCount } from './numbers-view.ts'

type Needs = Pick<Deps, 'write' | 'now'>
export type CodeAct = { actor: Actor | null; reason: string }

export const currenciesOf = ({ currencies }: Pick<SiteSettings, 'currencies'>): string[] => [
  ...new Set(Object.values(currencies)),
]

/** @returns the first field that does not fit the site; null for a code that can be added */
export const codeFault = (
  { code, country, currency, expires }: Pick<Discount, 'code' | 'country' | 'currency' | 'expires'>,
  settings: SiteSettings,
  now: number,
): 'code' | 'country' | 'currency' | 'expires' | null => {
  // The site makes these two codes itself.
  if (code === TIME_BONUS_CODE || code === settings.welcome_discount.code.toUpperCase()) return 'code'
  if (country !== null && !settings.countries.includes(country)) return 'country'
  if (currency !== null && !currenciesOf(settings).includes(currency)) return 'currency'
  if (hasExpired({ expires }, now)) return 'expires'
  return null
}

/** @returns false if there is such a code already */
export const addDiscountCode = (
  { write, now }: Needs,
  discount: Discount,
  { actor, reason }: CodeAct,
  campaign: number | null = null,
): Promise<boolean> =>
  write(async (tx) => {
    if (!(await tx.discounts.addCode(discount))) return false
    if (campaign !== null) await tx.campaigns.setCode(discount.code, campaign)
    const after = { ...discount, ...(campaign !== null && { campaign }) }
    await tx.audit.add({ staff: actor?.id ?? null, act: 'code.add', after, reason, at: now() })
    tx.deskChanged('codes')
    return true
  })

/** @returns `same` if somebody was faster */
export const setDiscountStatus = (
  { write, now }: Needs,
  code: string,
  status: Discount['status'],
  { actor, reason }: CodeAct,
): Promise<'done' | 'same' | 'not_found'> =>
  write(async (tx) => {
    const before = await tx.discounts.byCode(code)
    if (!before) return 'not_found'
    if (before.status === status) return 'same'
    await tx.discounts.setStatus(code, status)
    await tx.audit.add({
      staff: actor?.id ?? null,
      act: 'code.change',
      before: { code, status: before.status },
      after: { code, status },
      reason,
      at: now(),
    })
    tx.deskChanged('codes')
    return 'done'
  })

/** Adds the code of a form of the desk. */
const addCodeOfForm = async (
  deps: Pick<Deps, 'write' | 'read' | 'now' | 'settings'>,
  staff: Actor,
  { last_day, campaign, reason, ...form }: CodeForm,
): Promise<DeskRefusal | null> => {
  const discount: Discount = {
    ...form,
    expires: last_day === null ? null : Date.parse(`${last_day}T00:00:00Z`) + DAY_MS,
    minimum_order_value: null,
    user_id: null,
    paymentmethods: null,
    status: 'active',
  }
  const fault = codeFault(discount, deps.settings(), deps.now())
  if (fault !== null || Number.isNaN(discount.expires))
    return refuseDesk('invalid_input', {
      fields: { [fault === 'expires' || fault === null ? 'last_day' : fault]: 'invalid' },
    })
  if (campaign !== null && !(await deps.read.campaigns.byId(campaign))) return refuseDesk('not_found')
  const isNew = await addDiscountCode(deps, discount, { actor: staff, reason }, campaign)
  return isNew ? null : refuseDesk('name_taken')
}

const deskCodes = async ({ read }: Pick<Deps, 'read'>): Promise<DeskCode[]> => {
  const money = Map.groupBy(await read.campaigns.moneyOfCodes(), ({ code }) => code)
  const campaigns = new Map((await read.campaigns.all()).map((one) => [one.id, one]))
  const partners = new Map((await read.campaigns.partners()).map(({ id, name }) => [id, name]))
  const campaignOf = new Map((await read.campaigns.campaignsOfCodes()).map(({ code, campaign }) => [code, campaign]))
  return (await read.discounts.codes()).map(({ discount }) => {
    const rows = money.get(discount.code) ?? []
    const uses = shownCount(rows.reduce((sum, row) => sum + row.uses, 0))
    const campaign = campaigns.get(campaignOf.get(discount.code) ?? 0)
    return {
      code: discount.code,
      value_percentage: discount.value_percentage,
      status: discount.status,
      validity: discount.validity,
      expires: discount.expires,
      country: discount.country,
      currency: discount.currency,
      is_personal: discount.user_id !== null,
      campaign: campaign
        ? { id: campaign.id, name: campaign.name, partner: partners.get(campaign.partner ?? 0) ?? null }
        : null,
      uses,
      // The revenue of a few uses would tell what one person paid.
      revenue: rows
        .filter((row) => shownCount(row.uses) !== null)
        .map(({ currency, amount }) => ({ currency, amount })),
    }
  })
}

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
  'codes.csv': (_, staff) =>
    exportReport(deps, staff, { report: 'codes' }, { name: 'codes.csv', csv: () => codesCsv(deps) }),
  'codes.add': async ({ body }, staff) => (await addCodeOfForm(deps, staff, body)) ?? {},
  'codes.status': async ({ params, body }, staff) => {
    const by = { actor: staff, reason: body.reason }
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

const codesCsv = async (deps: Pick<Deps, 'read'>): Promise<string> => {
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
  return csvOf(COLUMNS, rows)
}
