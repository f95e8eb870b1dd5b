/** The numbers of a time as the desk shows them; groups of fewer than ten people are hidden [DESK-13]. */
import {
  FUNNEL_STEPS,
  GROUP_MIN,
  type DeskNumbers,
  type FunnelStep,
  type Health,
  type numbersCalls,
  type NumbersGroup,
  type ReturnWeek,
  type Steps,
} from '#contract/desk/numbers.ts'
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import { dateOf } from '#contract/rules/age.ts'
import type { Deps } from '../../deps.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { csvOf, exportReport } from './csv.ts'
import { createSums, type Group, type NumberName, type NumbersRow } from './numbers-columns.ts'
import type { NumbersFilter } from './numbers-queries.ts'

/** `to` is included, as on the screen. */
type NumbersSpan = Omit<NumbersFilter, 'to'> & { to: string }

export const dayAfter = (day: string, days = 1): string => dateOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS)

export const deskNumbers = async (
  { read, now }: Pick<Deps, 'read' | 'now'>,
  span: NumbersSpan,
): Promise<DeskNumbers> => {
  const { from, to } = span
  const filter = { ...span, to: dayAfter(to) }
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  const before = { ...filter, from: dayAfter(from, -days), to: from }
  // One pass over the days collects every group; all other numbers are sums of these few rows.
  const groups = await read.numbers.sums(['source', 'lander', 'country'], filter)
  const [all = NO_GROUP] = summedBy(groups)
  const [earlier = NO_GROUP] = await read.numbers.sums([], before)
  return {
    from,
    to,
    counted_at: (await read.operations.numbersCounted()) ?? null,
    funnel: stepsOf(all),
    before: stepsOf(earlier),
    health: healthOf(all),
    health_before: healthOf(earlier),
    weeks: weeksOf(await read.numbers.sums(['day'], filter, ['signups', 'd1', 'd7', 'd30']), dateOf(now())),
    sources: groupsOf(groups, 'source'),
    landers: groupsOf(groups, 'lander'),
    countries: groupsOf(groups, 'country'),
  }
}

const NO_GROUP: Group = { day: '', source: '', lander: '', country: '' }

/** A number of people, hidden if it is so small that it could point at somebody. */
export const shownCount = (count: number): number | null => (count > 0 && count < GROUP_MIN ? null : count)

const numberIn = (row: NumbersRow, name: NumberName): number => row[name] ?? 0

const stepsOf = (row: NumbersRow): Steps => {
  const isHidden = shownCount(numberIn(row, 'signups')) === null
  const step = (name: FunnelStep) => (isHidden && name !== 'visits' ? null : shownCount(numberIn(row, name)))
  return {
    visits: step('visits'),
    signups: step('signups'),
    confirmed: step('confirmed'),
    first_photo: step('first_photo'),
    first_message: step('first_message'),
    first_answer: step('first_answer'),
    purchase: step('purchase'),
  }
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

const healthOf = (row: NumbersRow): Health => {
  const decided = (hours: 1 | 24 | 72) => {
    const count = numberIn(row, `decided_${hours}`)
    const ms = share(numberIn(row, `decided_ms_${hours}`), count)
    return { decided: count, in_time: numberIn(row, `in_time_${hours}`), hours: ms === null ? null : ms / HOUR_MS }
  }
  const perMessage = share(numberIn(row, 'reports'), numberIn(row, 'messages'))
  return {
    reports_per_1000: perMessage === null ? null : perMessage * 1_000,
    decided_1: decided(1),
    decided_24: decided(24),
    decided_72: decided(72),
    fictional_messages: share(numberIn(row, 'fictional_messages'), numberIn(row, 'messages')),
    fictional_revenue: share(numberIn(row, 'fictional_spent'), numberIn(row, 'spent')),
  }
}

/** Sums of all rows, or of those of each source, lander or country; the other parts of their group are empty. */
const summedBy = (rows: readonly NumbersRow[], by?: 'source' | 'lander' | 'country'): NumbersRow[] => {
  const sums = createSums()
  for (const row of rows) sums.add({ ...row, ...NO_GROUP, ...(by && { [by]: row[by] }) })
  return sums.rows()
}

const groupsOf = (rows: readonly NumbersRow[], by: 'source' | 'lander' | 'country'): NumbersGroup[] =>
  summedBy(rows, by)
    .filter((row) => numberIn(row, 'signups') >= GROUP_MIN || numberIn(row, 'visits') >= GROUP_MIN)
    .toSorted(
      (one, other) =>
        numberIn(other, 'signups') - numberIn(one, 'signups') || numberIn(other, 'visits') - numberIn(one, 'visits'),
    )
    .map((row) => ({ name: row[by], ...stepsOf(row) }))

/** The Monday of a day's week (UTC). */
const mondayOf = (day: string): string => {
  const at = Date.parse(`${day}T00:00:00Z`)
  return dateOf(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS)
}

const weeksOf = (rows: readonly NumbersRow[], today: string): ReturnWeek[] => {
  const weeks = new Map<string, Record<'signups' | 'd1' | 'd7' | 'd30', number>>()
  for (const row of rows) {
    const from = mondayOf(row.day)
    const week = weeks.get(from) ?? { signups: 0, d1: 0, d7: 0, d30: 0 }
    for (const name of ['signups', 'd1', 'd7', 'd30'] as const) week[name] += numberIn(row, name)
    weeks.set(from, week)
  }
  return [...weeks]
    .filter(([, { signups }]) => signups > 0)
    .map(([from, week]) => {
      // The last signups of a week are those of its Sunday.
      const isOver = (days: number): boolean => dayAfter(from, 6 + days) < today
      const over = { d1: isOver(1), d7: isOver(7), d30: isOver(30) }
      const signups = shownCount(week.signups)
      const rate = (name: 'd1' | 'd7' | 'd30') =>
        over[name] && signups !== null ? share(week[name], week.signups) : null
      return { from, signups, d1: rate('d1'), d7: rate('d7'), d30: rate('d30'), over }
    })
}

export const numbersRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof numbersCalls> => ({
  'numbers.get': ({ query }) => deskNumbers(deps, query),
  'numbers.csv': ({ query }, staff) => {
    const { from, to } = query
    const csv = async () => numbersCsv(await deskNumbers(deps, query))
    return exportReport(deps, staff, { numbers: { from, to } }, { name: `numbers-${from}-${to}.csv`, csv })
  },
})

const numbersCsv = (numbers: DeskNumbers): string => {
  const groups = (['sources', 'landers', 'countries'] as const).flatMap((by) =>
    numbers[by].map((group) => [by, group.name, ...FUNNEL_STEPS.map((step) => group[step])]),
  )
  const all = ['all', '', ...FUNNEL_STEPS.map((step) => numbers.funnel[step])]
  return csvOf(['by', 'group', ...FUNNEL_STEPS], [all, ...groups])
}
