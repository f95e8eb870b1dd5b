/** The items that wait for a person, grouped by what they concern, and the claims on them [DESK-4]. */
import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { REPORT_REASONS } from '#contract/entities/safety.ts'
import { ROW_ITEMS, type QueueFilter } from '#contract/desk/queue.ts'
import {
  DUE_MS,
  ITEM_KINDS,
  KIND_SEVERITY,
  KINDS_WITH_REASON,
  REASON_SEVERITY,
  SEVERITIES,
  type ItemKind,
  type Severity,
} from '#contract/desk/severity.ts'
import type { Sanction } from '#contract/rules/may-act.ts'
import { PHOTOS_SUBJECT } from '#contract/desk/subject.ts'
import type { Db } from '../../db/database.ts'
import { cases } from '../../db/schema/cases.ts'
import { isCovered } from './photo-queries.ts'
import { idsIn, textsIn } from '../../db/lists.ts'

export type CaseRow = typeof cases.$inferSelect

export type ItemRow = {
  subject: string
  kind: ItemKind
  id: number
  at: number
  rank: number
  due: number
  reason: string | null
  /** The member who sent it, or null. */
  sender: number | null
  /** The staff member whose decision an appeal is against, or who asked for the money of an approval; else null. */
  decider: number | null
  text: string
}

type Reporter = { id: number; reports: number; upheld: number; dismissed: number }

export type SubjectRow = {
  subject: string
  /** Weight and counts are those of the items that fit the filter. */
  weight: number
  total: number
  members: number
  own: number
  /** The rank of the most severe item, also if the filter leaves it out. */
  worst: number
}

export type Cursor = { weight: number; subject: string }

/** Rank and due time in one number that sorts: the most severe rank first, then the earliest time. */
const RANK = 1_000_000_000_000_000

export const rankOf = (weight: number): Severity => SEVERITIES[Math.floor(weight / RANK)] ?? 'rest'
export const dueOf = (weight: number): number => weight % RANK

const rank = (severity: Severity): number => SEVERITIES.indexOf(severity)

/** `rank of kind and reason` as SQL, from the tables of the rule. */
const rankSql = (kind: SQL, reason: SQL): SQL =>
  sql.join(
    [
      sql`case`,
      ...REPORT_REASONS.map((one) => {
        const kinds = sql.raw(KINDS_WITH_REASON.map((name) => `'${name}'`).join())
        return sql`when ${kind} in (${kinds}) and ${reason} = ${sql.raw(`'${one}'`)} then ${sql.raw(String(rank(REASON_SEVERITY[one])))}`
      }),
      ...ITEM_KINDS.map(
        (one) => sql`when ${kind} = ${sql.raw(`'${one}'`)} then ${sql.raw(String(rank(KIND_SEVERITY[one])))}`,
      ),
      sql`end`,
    ],
    sql` `,
  )

/** The severity that an automatic check has chosen itself. */
const severityRankSql = sql.raw(
  `case severity ${SEVERITIES.map((severity, index) => `when '${severity}' then ${index}`).join(' ')} end`,
)

const dueSql = sql.raw(
  `at + case rank ${SEVERITIES.map((severity, index) => `when ${index} then ${DUE_MS[severity]}`).join(' ')} end`,
)

/** The most that a refused refund may still pay back, as in `refusedRefunds`. */
const OWED = sql.raw('p.amount - p.refunded_there - p.refunded_otherwise - p.charged_back_there + p.charged_back_won')

/**
 * Every waiting item. A report and a notice concern the reported member, an appeal its sender. Complaints of the same text are one
 * subject. Any other letter without a member, such as about an erased one, is a subject of its own. Money concerns the member whose
 * money it is. Chargebacks and refused refunds have no number of their own, so they get their place among those that wait: a payment can
 * have several refused refunds, and each item of a row needs its own number.
 */
const ITEMS = sql`
  sources as (
    select
      case
        when l.kind in ('report', 'notice') and l.profile is not null then 'member:' || l.profile
        when l.kind = 'appeal' and l.user_id is not null then 'member:' || l.user_id
        when l.kind = 'complaint' then 'letters:' || coalesce(l.text_group, cast(l.id as text))
        else 'letters:' || l.id
      end as subject,
      l.kind as kind, l.id as id, l.at as at, l.reason as reason, l.user_id as sender,
      case when l.kind = 'appeal' then (select staff from decisions where decisions.id = l.decision) end as decider,
      l.text as text, null as severity, cast(null as bigint) as due_at
    from letters as l where l.answered_at is null
    union all
    select ${sql.raw(`'${PHOTOS_SUBJECT}'`)}, 'photo', p.id, p.created_at, null, p.owner, null, '', null, null
    from photos as p where p.status = 'pending'
    union all
    select 'member:' || f.member, case when f.kind = 'age' then 'age' else 'flag' end, f.id, f.created_at, null, null, null, f.kind, f.severity, null
    from flags as f where f.answered_at is null
    union all
    select 'money:' || p.user_id, 'chargeback', row_number() over (order by b.at, b.payment), b.at, null, null, null, b.amount || ' ' || p.currency, null, b.contest_by
    from chargebacks as b join payments as p on p.id = b.payment where b.decided_at is null
    union all
    select 'money:' || a.member, 'approval', a.id, a.at, null, null, a.staff,
      case when a.kind = 'refund' then a.amount || ' ' || a.currency else cast(a.credits as text) end, null, null
    from desk_approvals as a where a.decided_at is null
    union all
    select 'money:' || r.member, 'refund', row_number() over (order by r.at, r.payment, r.refund), r.at, null, null, null,
      case when r.amount <= r.owed then r.amount when r.owed > 0 then r.owed else 0 end || ' ' || r.currency, null, null
    from (
      select p.id as payment, '' as refund, p.user_id as member, p.refund_refused_at as at, p.refunded as amount, p.currency as currency,
        ${OWED} as owed
      from payments as p where p.refund_refused_at is not null
      union all
      select p.id, d.id, p.user_id, d.refused_at, d.amount, p.currency, ${OWED}
      from desk_refunds as d join payments as p on p.id = d.payment where d.refused_at is not null
    ) as r
  ),
  ranked as (select *, coalesce(${severityRankSql}, ${rankSql(sql.raw('kind'), sql.raw('reason'))}) as rank from sources),
  items as (
    select r.*, coalesce(r.due_at, ${dueSql}) as due, c.staff as claimed_by, c.claimed_until
    from ranked as r left join cases as c on c.subject = r.subject and c.closed_at is null
  )`

/** The colleague who reads, with all staff accounts of that person (`staffAccountsOf`). */
type Reader = { staff: number; accounts: ReadonlySet<number> }

const isClaimedBy = ({ staff }: Reader, now: number): SQL => sql`(claimed_by = ${staff} and claimed_until > ${now})`
const isDecidedBy = ({ accounts }: Reader): SQL => sql`coalesce(decider, 0) in ${idsIn(JSON.stringify([...accounts]))}`
/** Free for the reader: an appeal against their own decision, or money that they asked for, waits for a colleague. */
const isFree = (reader: Reader, now: number): SQL =>
  sql`((claimed_by is null or claimed_until is null or claimed_until <= ${now}) and not ${isDecidedBy(reader)})`

const isOneOf = (kinds: readonly ItemKind[]): SQL => sql`kind in ${textsIn(JSON.stringify(kinds))}`

const filterSql = (filter: QueueFilter, reader: Reader, now: number): SQL => {
  if (filter === 'all') return sql`true`
  if (filter === 'mine') return isClaimedBy(reader, now)
  return filter === 'free' ? isFree(reader, now) : sql`kind = ${filter}`
}

export const queueQueries = (db: Db) => ({
  /** Rows that fit the filter, the most severe first, then by time left. */
  rows: async (
    { filter, kinds, after }: { filter: QueueFilter; kinds: readonly ItemKind[]; after: Cursor | null },
    reader: Reader,
    now: number,
    limit: number,
  ): Promise<SubjectRow[]> =>
    db.all<SubjectRow>(sql`
      with ${ITEMS}, grouped as (
        select subject, min(rank * cast(${RANK} as bigint) + due) filter (where fits) as weight,
          count(*) filter (where fits) as total, count(distinct sender) filter (where fits) as members,
          count(*) filter (where fits and ${isDecidedBy(reader)}) as own, min(rank) as worst
        from (select *, (${filterSql(filter, reader, now)}) as fits from items where ${isOneOf(kinds)}) as weighed
        group by subject having count(*) filter (where fits) > 0
      )
      select * from grouped
      where ${after === null ? sql`true` : sql`(weight, subject) > (${after.weight}, ${after.subject})`}
      order by weight, subject limit ${limit}`),

  /** The first items of each subject. @param kind leaves out all others */
  itemsOf: async (subjects: readonly string[], limit = ROW_ITEMS, kind: ItemKind | null = null): Promise<ItemRow[]> =>
    db.all<ItemRow>(sql`
      with ${ITEMS}, numbered as (
        select *, row_number() over (partition by subject order by rank, due, id) as place from items
        where subject in ${textsIn(JSON.stringify(subjects))} and ${kind === null ? sql`true` : sql`kind = ${kind}`}
      )
      select subject, kind, id, at, rank, due, reason, sender, decider, text from numbered
      where place <= ${limit} order by subject, place`),

  counts: async (
    kinds: readonly ItemKind[],
    reader: Reader,
    now: number,
  ): Promise<{ kind: ItemKind; rank: number; total: number; mine: number; free: number }[]> =>
    db.all(sql`
      with ${ITEMS}
      select kind, rank, count(*) as total, count(*) filter (where ${isClaimedBy(reader, now)}) as mine,
        count(*) filter (where ${isFree(reader, now)}) as free
      from items where ${isOneOf(kinds)} group by kind, rank`),

  /** How many items wait, and how many of them are past their time, by kind and severity [OPS-12]. */
  figures: async (now: number): Promise<{ kind: ItemKind; severity: Severity; waiting: number; overdue: number }[]> =>
    (
      await db.all<{ kind: ItemKind; rank: number; waiting: number; overdue: number }>(
        sql`with ${ITEMS} select kind, rank, count(*) as waiting, count(*) filter (where due <= ${now}) as overdue
          from items group by kind, rank`,
      )
    ).map(({ kind, rank: place, waiting, overdue }) => ({
      kind,
      severity: SEVERITIES[place] ?? 'rest',
      waiting,
      overdue,
    })),

  /**
   * The waiting letters of a row without a member, the oldest first. A letter about a member, or an appeal, belongs to that member's
   * case.
   */
  lettersOfGroup: async (group: string): Promise<number[]> =>
    (
      await db.all<{ id: number }>(
        sql`select id from letters where answered_at is null and (text_group = ${group} and kind = 'complaint'
          or id = ${/^\d{1,15}$/.test(group) ? Number(group) : 0}
            and not (kind in ('report', 'notice') and profile is not null)
            and not (kind = 'appeal' and user_id is not null)) order by id`,
      )
    ).map(({ id }) => id),

  openCase: async (subject: string): Promise<CaseRow | undefined> =>
    db
      .select()
      .from(cases)
      .where(and(eq(cases.subject, subject), isNull(cases.closedAt)))
      .get(),

  /** @returns the open case of a subject, which begins now if there is none */
  caseOf: async (subject: string, at: number): Promise<CaseRow> => {
    await db.insert(cases).values({ subject, openedAt: at }).onConflictDoNothing().run()
    const row = await db
      .select()
      .from(cases)
      .where(and(eq(cases.subject, subject), isNull(cases.closedAt)))
      .get()
    if (!row) throw new Error('A case that was just opened is missing')
    return row
  },

  caseById: async (id: number): Promise<CaseRow | undefined> => db.select().from(cases).where(eq(cases.id, id)).get(),

  casesOf: async (subject: string): Promise<CaseRow[]> =>
    db.select().from(cases).where(eq(cases.subject, subject)).orderBy(desc(cases.id)).limit(50).all(),

  setClaim: async (id: number, staff: number | null, until: number | null): Promise<void> => {
    await db.update(cases).set({ staff, claimedUntil: until }).where(eq(cases.id, id)).run()
  },

  closeCase: async (id: number, at: number): Promise<void> => {
    await db.update(cases).set({ closedAt: at, claimedUntil: null }).where(eq(cases.id, id)).run()
  },

  reopenCase: async (id: number): Promise<void> => {
    await db.update(cases).set({ closedAt: null }).where(eq(cases.id, id)).run()
  },

  /** How many reports each of these members has made, and their outcomes: frequent reports without ground are misuse (DSA art. 23). */
  reportersOf: async (members: readonly number[]): Promise<Reporter[]> =>
    db.all(sql`
      select user_id as id, count(*) as reports, count(*) filter (where upheld = 1) as upheld,
        count(*) filter (where upheld = 0) as dismissed
      from letters where kind = 'report' and user_id in ${idsIn(JSON.stringify(members))} group by user_id order by user_id`),

  /** The time of the last answer to a letter, and the staff member who gave it. */
  lastAnswer: async (): Promise<{ at: number; staff: number | null } | undefined> =>
    (
      await db.all<{ at: number; staff: number | null }>(
        sql`select answered_at as at, answered_by as staff from letters where answered_at is not null
        order by answered_at desc limit 1`,
      )
    )[0],

  /** Members as the queue's rows name them; an erased one has no name. */
  members: async (ids: readonly number[]) =>
    db.all<{
      id: number
      name: string
      birthDate: string
      fictional: number
      /** Null without a photo, and while the photo is covered. */
      photo: number | null
      signupAt: number
      country: string
      city: string
      status: string
      sanction: Sanction | null
      sanctionUntil: number | null
    }>(
      sql`select p.id, p.name, p.birth_date as "birthDate", p.fictional, (
          select shown.id from photos as shown where shown.id = coalesce(p.main_photo, (
            select min(id) from photos where owner = p.id)) and coalesce(${isCovered('shown')}, false) = false) as photo, u.signup_at as "signupAt",
          p.country, p.city, u.status, u.sanction, u.sanction_until as "sanctionUntil"
        from profiles as p join users as u on u.id = p.id
        where p.id in ${idsIn(JSON.stringify(ids))}`,
    ),
})
