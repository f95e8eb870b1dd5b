/** Campaigns, their partners and their codes [DESK-14]. */
import { and, asc, desc, eq, ne, sql, type SQL } from 'drizzle-orm'
import { TRACKED } from '#contract/desk/campaigns.ts'
import type { Db } from '../../db/database.ts'
import { campaignMonths, campaigns, partners } from '../../db/schema/books.ts'
import { discountCodes } from '../../db/schema/money.ts'

export type CampaignRow = typeof campaigns.$inferSelect
export type NewCampaign = Omit<CampaignRow, 'id' | 'createdAt'>
export type CampaignMonth = Omit<typeof campaignMonths.$inferSelect, 'campaign'>
export type PartnerRow = typeof partners.$inferSelect

/** The members `u` of a campaign: a field that the campaign leaves out fits every value. */
const isOf = (campaign: CampaignRow): SQL =>
  sql.join(
    [
      sql`u.tracking <> '{}'`,
      ...TRACKED.flatMap((name) => {
        const value = campaign[name]
        return value === null ? [] : [sql`json_extract(u.tracking, ${`$.${name}`}) = ${value}`]
      }),
    ],
    sql` and `,
  )

/** The payments `p` with a code of the campaign. Without the hint SQLite looks through all payments. */
const withCodeOf = (campaign: number, from: number, to: number): SQL =>
  sql`payments p indexed by payments_discount where p.discount_code is not null
    and p.discount_code in (select code from discount_codes where campaign = ${campaign})
    and p.completed_at >= ${from} and p.completed_at < ${to}`

/** The money of a payment that the operator still has, whoever gave the rest back. */
const KEPT = sql.raw('p.amount - p.refunded_there - p.refunded_otherwise - p.charged_back_there + p.charged_back_won')

export const campaignQueries = (db: Db) => ({
  all: async (): Promise<CampaignRow[]> => db.select().from(campaigns).orderBy(asc(campaigns.name)).all(),

  ofPartner: async (partner: number): Promise<CampaignRow[]> =>
    db.select().from(campaigns).where(eq(campaigns.partner, partner)).orderBy(asc(campaigns.name)).all(),

  byId: async (id: number): Promise<CampaignRow | undefined> =>
    db.select().from(campaigns).where(eq(campaigns.id, id)).get(),

  isNameTaken: async (name: string, except: number): Promise<boolean> =>
    (await db
      .select({ id: campaigns.id })
      .from(campaigns)
      .where(and(eq(campaigns.name, name), ne(campaigns.id, except)))
      .get()) !== undefined,

  add: async (campaign: NewCampaign, at: number): Promise<number> =>
    (
      await db
        .insert(campaigns)
        .values({ ...campaign, createdAt: at })
        .returning({ id: campaigns.id })
        .get()
    ).id,

  change: async (id: number, campaign: NewCampaign): Promise<void> => {
    await db.update(campaigns).set(campaign).where(eq(campaigns.id, id)).run()
  },

  codes: async (campaign: number): Promise<string[]> =>
    (
      await db
        .select({ code: discountCodes.code })
        .from(discountCodes)
        .where(eq(discountCodes.campaign, campaign))
        .orderBy(asc(discountCodes.code))
        .all()
    ).map(({ code }) => code),

  code: async (code: string): Promise<{ campaign: number | null } | undefined> =>
    db.select({ campaign: discountCodes.campaign }).from(discountCodes).where(eq(discountCodes.code, code)).get(),

  setCode: async (code: string, campaign: number | null): Promise<void> => {
    await db.update(discountCodes).set({ campaign }).where(eq(discountCodes.code, code)).run()
  },

  /** Visits by a source as `numbers-queries.ts` writes it: `network`, or `network/ref`. Days are YYYY-MM-DD, `to` is not included. */
  clicks: async ({ network, ref }: Pick<CampaignRow, 'network' | 'ref'>, from: string, to: string): Promise<number> => {
    const isOfSource = sql.join(
      [
        ...(network === null
          ? []
          : [sql`(source = ${network} or substr(source, 1, ${network.length + 1}) = ${`${network}/`})`]),
        ...(ref === null ? [] : [sql`substr(source, length(source) - ${sql.raw(String(ref.length))}) = ${`/${ref}`}`]),
      ],
      sql` and `,
    )
    return (
      await db.get<{ clicks: number }>(sql`
      select coalesce(sum(visits), 0) as clicks from day_visits
      where day >= ${from} and day < ${to} and ${isOfSource}`)
    ).clicks
  },

  /** The members that a campaign brought between two times, and how many of them confirmed or bought. */
  counts: async (campaign: CampaignRow, from: number, to: number) =>
    db.get<{ signups: number; confirmed: number; buyers: number }>(sql`
      select count(*) as signups, count(*) filter (where u.status <> 'not_confirmed') as confirmed,
        count(*) filter (where exists (
          select 1 from payments where user_id = u.id and completed_at is not null)) as buyers
      from users u indexed by users_tracked
      where u.signup_at >= ${from} and u.signup_at < ${to} and ${isOf(campaign)}`),

  /** The money of those members, and of payments with a code of the campaign, each payment once, and how many members paid it. */
  revenue: async (campaign: CampaignRow, from: number, to: number) =>
    db.all<{ currency: string; amount: number; buyers: number }>(sql`
      select p.currency, sum(${KEPT}) as amount, count(distinct p.user_id) as buyers
      from payments p
      where p.completed_at is not null and p.id in (
        select p.id from users u indexed by users_tracked join payments p on p.user_id = u.id
          where u.signup_at >= ${from} and u.signup_at < ${to} and ${isOf(campaign)}
        union
        select p.id from ${withCodeOf(campaign.id, from, to)})
      group by p.currency order by p.currency`),

  codeUses: async (campaign: number, from: number, to: number): Promise<number> =>
    (
      await db.get<{ uses: number }>(sql`
      select count(*) as uses from ${withCodeOf(campaign, from, to)}`)
    ).uses,

  /** The paid orders with each code and their money, by currency. */
  moneyOfCodes: async () =>
    db.all<{ code: string; currency: string; uses: number; amount: number }>(sql`
      select p.discount_code as code, p.currency, count(*) as uses,
        sum(${KEPT}) as amount
      from payments p
      where p.discount_code is not null and p.completed_at is not null
      group by p.discount_code, p.currency order by p.discount_code, p.currency`),

  campaignsOfCodes: async () =>
    db.select({ code: discountCodes.code, campaign: discountCodes.campaign }).from(discountCodes).all(),

  /** The newest month first. */
  months: async (campaign: number, limit: number): Promise<CampaignMonth[]> =>
    db
      .select()
      .from(campaignMonths)
      .where(eq(campaignMonths.campaign, campaign))
      .orderBy(desc(campaignMonths.month))
      .limit(limit)
      .all(),

  /** A month that another request has counted meanwhile stays as it is. */
  addMonth: async (month: typeof campaignMonths.$inferInsert): Promise<void> => {
    await db.insert(campaignMonths).values(month).onConflictDoNothing().run()
  },

  partners: async (): Promise<PartnerRow[]> => db.select().from(partners).orderBy(asc(partners.name)).all(),

  partner: async (id: number): Promise<PartnerRow | undefined> =>
    db.select().from(partners).where(eq(partners.id, id)).get(),

  addPartner: async (name: string, at: number): Promise<PartnerRow> =>
    db.insert(partners).values({ name, createdAt: at }).returning().get(),

  partnerOfLink: async (tokenHash: string): Promise<PartnerRow | undefined> =>
    db.select().from(partners).where(eq(partners.tokenHash, tokenHash)).get(),

  setPartnerLink: async (
    id: number,
    link: Pick<PartnerRow, 'tokenHash' | 'linkMadeAt' | 'linkRevokedAt'>,
  ): Promise<void> => {
    await db.update(partners).set(link).where(eq(partners.id, id)).run()
  },
})
