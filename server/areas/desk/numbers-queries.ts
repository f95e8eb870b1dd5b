/**
 * Counts the daily numbers from the members' tables, and stores them as sums without any id [DESK-13]. Days are UTC.
 * Erased members are not counted here: their part is in `day_erased` since the erasure.
 */
import { sql, type SQL } from 'drizzle-orm'
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import { GROUP_MIN } from '#contract/desk/numbers.ts'
import { REASON_SEVERITY, type Severity } from '#contract/desk/severity.ts'
import { REPORT_REASONS } from '#contract/entities/safety.ts'
import type { Db } from '../../db/database.ts'
import { idsIn } from '../../db/lists.ts'
import { SPENDING } from '../../db/schema/money.ts'
import {
  COHORT,
  EVENTS,
  NUMBERS,
  RETURNS,
  STEPS_DAYS,
  VISITS,
  createSums,
  type Group,
  type NumberName,
  type NumbersRow,
} from './numbers-columns.ts'

/** The group of a member `u` with the profile `p`. */
const SOURCE = sql.raw(
  `coalesce(json_extract(u.tracking, '$.network'), '') ||
    case when coalesce(json_extract(u.tracking, '$.ref'), '') = '' then '' else '/' || json_extract(u.tracking, '$.ref') end`,
)
const LANDER = sql.raw(`coalesce(json_extract(u.tracking, '$.lander'), '')`)
const dayOf = (column: string) => sql.raw(`date(${column} / 1000, 'unixepoch')`)

/** Whether the member liked or swiped on the n-th day after the day of the signup, or did so when an earlier night counted. */
const activeOn = ({ day, bit }: (typeof RETURNS)[keyof typeof RETURNS]): string => {
  const [from, to] = [`(c.n + ${day}) * ${DAY_MS}`, `(c.n + ${day + 1}) * ${DAY_MS}`]
  return `(c.returned & ${bit}) > 0 or exists (select 1 from likes where liker = c.id and at >= ${from} and at < ${to})
    or exists (select 1 from swipes where member = c.id and at >= ${from} and at < ${to})`
}

/** Written out: a bound number is a REAL for SQLite, and the division would leave a fraction. */
const WHOLE_DAY = sql.raw(String(DAY_MS))

const soon = (column: string) => `${column} < c.at + ${STEPS_DAYS * DAY_MS}`

const STEPS: Record<Exclude<(typeof COHORT)[number], 'signups' | 'first_message' | 'first_answer'>, string> = {
  confirmed: `c.status <> 'not_confirmed'`,
  first_photo: `exists (select 1 from photos where owner = c.id and ${soon('created_at')})`,
  purchase: `exists (select 1 from payments where user_id = c.id and ${soon('completed_at')})`,
  d1: activeOn(RETURNS.d1),
  d7: activeOn(RETURNS.d7),
  d30: activeOn(RETURNS.d30),
}
const STEP_COLUMNS = sql.raw(
  Object.entries(STEPS)
    .map(([name, condition]) => `case when ${condition} then 1 else 0 end as ${name}`)
    .join(', '),
)

/** Credits that came back, such as those of a message that no fictional profile answered, are not spent. */
const SPENT = 'coalesce(l.amount, 0) + coalesce(back.amount, 0)'

const MESSAGE_SUMS = sql.raw(`count(*) as messages,
  count(*) filter (where sent.fictional = 1 or got.fictional = 1) as fictional_messages,
  -sum(${SPENT}) as spent,
  -sum(case when sent.fictional = 1 or got.fictional = 1 then ${SPENT} else 0 end) as fictional_spent`)

/** A message belongs to the group of its sender; a message of a fictional profile to the group of its recipient. */
const MESSAGES = sql.raw(`messages m
  join conversations on conversations.id = m.conversation
  join profiles sent on sent.id = m.sender
  join profiles got on got.id = conversations.low + conversations.high - m.sender
  join users u on u.id = case when sent.fictional = 1 then got.id else sent.id end
  join profiles p on p.id = u.id
  left join ledger l on l.reference = cast(m.id as text) and l.user_id = m.sender
    and l.reason in ${SPENDING}
  left join ledger back on back.reference = l.reference and back.user_id = l.user_id and back.reason = 'returned'`)

/** The reports of a severity, in SQL: those without a reason are like the least severe. */
const isOf = (severity: Severity): string =>
  `coalesce(letters.reason, 'other') in ('${REPORT_REASONS.filter((reason) => REASON_SEVERITY[reason] === severity).join("', '")}')`
const DUE: Record<1 | 24 | 72, string> = { 1: isOf('grave'), 24: isOf('harm'), 72: isOf('rest') }
const took = 'letters.answered_at - letters.at'
const decided = (hours: 1 | 24 | 72): string => `count(*) filter (where ${DUE[hours]}) as decided_${hours},
  count(*) filter (where ${DUE[hours]} and ${took} <= ${hours * HOUR_MS}) as in_time_${hours},
  sum(case when ${DUE[hours]} then ${took} else 0 end) as decided_ms_${hours}`

/** A report belongs to the group of the reported member, or to none once that account is erased. */
const REPORTS = sql.raw(`letters
  left join users u on u.id = letters.profile and u.status <> 'deleted'
  left join profiles p on p.id = u.id`)
const REPORT_GROUP = sql`coalesce(${SOURCE}, '') as source, ${LANDER} as lander, coalesce(p.country, '') as country`

const same = (column: string, value: string | undefined): SQL =>
  value === undefined ? sql`` : sql`and ${sql.raw(column)} = ${value}`

type SignupPlace = { at: number; id: number }
/** A member with the steps that need no messages, each 0 or 1, and the bits of the returns that an earlier night has noted. */
export type Signup = SignupPlace & Group & Record<keyof typeof STEPS, number> & { returned: number }

export type TalkPlace = { member: number; conversation: number; id: number }
/** A message as its sender or its recipient sees it. */
export type Talk = TalkPlace & { sender: number; at: number }

const NUMBERS_TABLES = ['day_numbers', 'day_visits', 'day_erased'] as const
type NumbersTable = (typeof NUMBERS_TABLES)[number]

/** Rows that one statement adds. */
const ROWS = 50

export const numbersQueries = (db: Db) => {
  const add = async (table: NumbersTable, rows: readonly NumbersRow[]): Promise<void> => {
    const sums = createSums()
    for (const row of rows) sums.add(row)
    const merged = sums.rows()
    const names = NUMBERS.filter((name) => merged.some((row) => (row[name] ?? 0) !== 0))
    if (names.length === 0) return
    const columns = sql.raw(names.join(', '))
    const added = sql.raw(names.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', '))
    for (let first = 0; first < merged.length; first += ROWS) {
      const values = merged.slice(first, first + ROWS).map(({ day, source, lander, country, ...row }) => {
        // As parameters, the numbers of a day with a thousand groups took 80 ms to write, and now 25.
        const numbers = names.map((name) => Math.trunc(row[name] ?? 0)).join(', ')
        return sql`(${day}, ${source}, ${lander}, ${country}, ${sql.raw(numbers)})`
      })
      await db.run(sql`insert into ${sql.raw(table)} (day, source, lander, country, ${columns})
        values ${sql.join(values, sql`, `)} on conflict (day, source, lander, country) do update set ${added}`)
    }
  }

  const messagesOf = async (from: number, to: number, where: SQL): Promise<NumbersRow[]> =>
    db.all<NumbersRow>(sql`
      select ${dayOf('m.sent_at')} as day, ${SOURCE} as source, ${LANDER} as lander, p.country as country, ${MESSAGE_SUMS}
      from ${MESSAGES}
      where m.sent_at >= ${from} and m.sent_at < ${to} and ${where}
      group by 1, 2, 3, 4`)

  const signupsOf = (where: SQL, limit: number): Promise<Signup[]> =>
    db.all<Signup>(sql`
      with c as (
        select u.id, u.status, u.returned, u.signup_at as at, u.signup_at / ${WHOLE_DAY} as n, ${dayOf('u.signup_at')} as day,
          ${SOURCE} as source, ${LANDER} as lander, p.country as country
        from users u join profiles p on p.id = u.id
        where p.fictional = 0 and u.status <> 'deleted' and ${where} order by u.signup_at, u.id limit ${limit})
      select c.id as id, c.at as at, c.returned as returned, day, source, lander, country, ${STEP_COLUMNS} from c order by c.at, c.id`)

  /** The first message at or after a time: ids grow with time, so no index by time is needed. */
  const firstMessageAt = async (at: number): Promise<number> => {
    let [low, high] = [1, (await db.get<{ id: number }>(sql`select coalesce(max(id), 0) + 1 as id from messages`)).id]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const found = await db.get<{ id: number; at: number } | undefined>(
        sql`select id, sent_at as at from messages where id >= ${middle} order by id limit 1`,
      )
      if (found === undefined || found.at >= at) high = middle
      else low = found.id + 1
    }
    return low
  }

  /** Reads a few rows only: a large site has many thousands a source. */
  const isRareSource = async (source: string): Promise<boolean> =>
    (
      await db.get<{ signups: number }>(
        sql`select coalesce(sum(signups), 0) as signups from
          (select signups from day_numbers where source = ${source} and signups > 0 limit ${GROUP_MIN}) as few`,
      )
    ).signups < GROUP_MIN

  /** A source with only a few members may identify one of them, so its numbers are added to those without a source. */
  const forgetSource = async (source: string): Promise<void> => {
    for (const table of NUMBERS_TABLES) {
      const rows = await db.all<NumbersRow>(sql`delete from ${sql.raw(table)} where source = ${source} returning *`)
      await add(
        table,
        rows.map((row) => ({ ...row, source: '' })),
      )
    }
  }

  return {
    /**
     * The next members who signed up in a time, with the steps that need no messages. Members who are erased are left out.
     * @param after the last member that was counted
     */
    signups: async (from: number, to: number, after: SignupPlace, limit: number): Promise<Signup[]> =>
      signupsOf(
        sql`u.signup_at >= ${after.at} and u.signup_at >= ${from} and u.signup_at < ${to}
          and (u.signup_at > ${after.at} or u.id > ${after.id})`,
        limit,
      ),

    /** One member, also one who is leaving; none if the account is already erased. */
    signup: async (member: number): Promise<Signup | null> => (await signupsOf(sql`u.id = ${member}`, 1))[0] ?? null,

    /** The next messages in the conversations of these members, those of one conversation in their order. */
    talks: async (members: readonly number[], after: TalkPlace, limit: number): Promise<Talk[]> => {
      const next = (where: SQL, count: number) =>
        db.all<Talk>(sql`select pa.member as member, pa.conversation as conversation, m.id as id, m.sender as sender, m.sent_at as at
          from participants pa join messages m on m.conversation = pa.conversation
          where ${where} order by pa.member, pa.conversation, m.id limit ${count}`)
      const { member, conversation, id } = after
      const later = members.filter((one) => one > member)
      // Several searches, because in one SQLite would walk a member's conversations, and a conversation, from the beginning.
      const searches = [
        sql`pa.member = ${member} and pa.conversation = ${conversation} and m.id > ${id}`,
        sql`pa.member = ${member} and pa.conversation > ${conversation}`,
        ...(later.length === 0 ? [] : [sql`pa.member in (${sql.raw(later.join(', '))})`]),
      ]
      const rows: Talk[] = []
      for (const where of searches) if (rows.length < limit) rows.push(...(await next(where, limit - rows.length)))
      return rows
    },

    /** The part of these messages that belongs to one member. */
    messagesAmong: async (ids: readonly number[], member: number): Promise<NumbersRow[]> =>
      messagesOf(0, Number.MAX_SAFE_INTEGER, sql`m.id in (${sql.raw(ids.join(', '))}) and u.id = ${member}`),

    firstMessageAt,
    lastMessage: async (): Promise<number> =>
      (await db.get<{ id: number }>(sql`select coalesce(max(id), 0) as id from messages`)).id,
    lastLetter: async (): Promise<number> =>
      (await db.get<{ id: number }>(sql`select coalesce(max(id), 0) as id from letters`)).id,

    /** The messages with these ids, if they were sent in a time. @param past the first id that is not read */
    messages: async (from: number, to: number, first: number, past: number): Promise<NumbersRow[]> =>
      messagesOf(from, to, sql`m.id >= ${first} and m.id < ${past} and u.status <> 'deleted'`),

    /** The reports with these ids, and the decisions about them. @param past the first id that is not read */
    reports: async (from: number, to: number, first: number, past: number): Promise<NumbersRow[]> => [
      ...(await db.all<NumbersRow>(sql`
        select ${dayOf('letters.at')} as day, ${REPORT_GROUP}, count(*) as reports
        from ${REPORTS}
        where letters.id >= ${first} and letters.id < ${past}
          and letters.kind = 'report' and letters.at >= ${from} and letters.at < ${to} group by 1, 2, 3, 4`)),
      ...(await db.all<NumbersRow>(sql`
        select ${dayOf('letters.answered_at')} as day, ${REPORT_GROUP}, ${sql.raw(([1, 24, 72] as const).map(decided).join(', '))}
        from ${REPORTS}
        where letters.id >= ${first} and letters.id < ${past}
          and letters.kind = 'report' and letters.answered_at >= ${from} and letters.answered_at < ${to}
        group by 1, 2, 3, 4`)),
    ],

    /** The parts of erased members. */
    erased: async (from: string, to: string): Promise<NumbersRow[]> =>
      db.all<NumbersRow>(sql`select * from day_erased where day >= ${from} and day < ${to} order by 1, 2, 3, 4`),

    /** Replaces one group of columns for days; the parts of erased members and the visits are added. */
    put: async (part: 'cohort' | 'events', from: string, to: string, rows: readonly NumbersRow[]): Promise<void> => {
      const names: readonly NumberName[] = part === 'cohort' ? [...VISITS, ...COHORT] : EVENTS
      const zero = sql.raw(names.map((name) => `${name} = 0`).join(', '))
      await db.run(sql`update day_numbers set ${zero} where day >= ${from} and day < ${to}`)
      const stored = sql.raw((part === 'cohort' ? COHORT : EVENTS).join(', '))
      const erased = await db.all<NumbersRow>(
        sql`select day, source, lander, country, ${stored} from day_erased where day >= ${from} and day < ${to}`,
      )
      const visits =
        part === 'cohort'
          ? await db.all<NumbersRow>(sql`select * from day_visits where day >= ${from} and day < ${to}`)
          : []
      await add('day_numbers', [...rows, ...erased, ...visits])
    },

    /** Notes the returns of members. @param returns the members by the bits */
    noteReturns: async (returns: ReadonlyMap<number, readonly number[]>): Promise<void> => {
      for (const [bits, members] of returns)
        await db.run(sql`update users set returned = returned | ${sql.raw(String(bits))}
          where id in ${idsIn(JSON.stringify(members))} and status <> 'deleted'`)
    },

    addVisits: async (row: Group & { visits: number }): Promise<void> => add('day_visits', [row]),

    /** Adds the part of a member in the transaction that closes the account for good. */
    keepErased: async (rows: readonly NumbersRow[]): Promise<void> => {
      const source = rows[0]?.source ?? ''
      const isRare = source !== '' && (await isRareSource(source))
      if (isRare) await forgetSource(source)
      await add('day_erased', isRare ? rows.map((row) => ({ ...row, source: '' })) : rows)
    },

    /** The time of the first signup, or the first day with visits. */
    firstDay: async (): Promise<number | null> => {
      const { signup } = await db.get<{ signup: number | null }>(
        sql`select min(u.signup_at) as signup from users u join profiles p on p.id = u.id where u.status <> 'deleted' and p.fictional = 0`,
      )
      const { day } = await db.get<{ day: string | null }>(sql`select min(day) as day from day_visits`)
      const visit = day === null ? null : Date.parse(`${day}T00:00:00Z`)
      return signup === null || visit === null ? (signup ?? visit) : Math.min(signup, visit)
    },

    /** Sums by the given columns over a time; a group of all rows if there are none. */
    sums: async (
      by: readonly ('day' | 'source' | 'lander' | 'country')[],
      { from, to, source, lander, country }: NumbersFilter,
      names: readonly NumberName[] = NUMBERS,
    ): Promise<NumbersRow[]> => {
      const columns = (['day', 'source', 'lander', 'country'] as const).map((name) =>
        by.includes(name) ? name : `'' as ${name}`,
      )
      const totals = names.map((name) => `coalesce(sum(${name}), 0) as ${name}`)
      return db.all<NumbersRow>(sql`
        select ${sql.raw([...columns, ...totals].join(', '))} from day_numbers
        where day >= ${from} and day < ${to} ${same('source', source)} ${same('lander', lander)} ${same('country', country)}
        ${sql.raw(by.length === 0 ? '' : `group by ${by.join(', ')} order by ${by.join(', ')}`)}`)
    },
  }
}

/** Days as YYYY-MM-DD; `to` is not included. */
export type NumbersFilter = {
  from: string
  to: string
  source?: string | undefined
  lander?: string | undefined
  country?: string | undefined
}
