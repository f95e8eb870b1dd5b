/** The search figures of the report, and the references they are compared with. */
import { FLAT_FROM } from '../options.ts'
import { atMost, type Figure, percentile } from '../report.ts'
import type { Filter } from './filters.ts'
import type { SearchTimes } from './load.ts'

export type SearchOutcome = {
  members: number
  times: SearchTimes[]
  /** The server's CPU time per search, warm-up included. */
  processorUs: number
}

const SHARES = [0.5, 0.99] as const

const nameOf = (filter: Filter, { members }: SearchOutcome, rest: string): string =>
  `search, ${members.toLocaleString('en')}, ${filter}: ${rest}`

export const besideBare = (filter: Filter, outcome: SearchOutcome): Figure[] => {
  const all = (take: (times: SearchTimes) => number[]): number[] => outcome.times.flatMap(take)
  const ours = all((times) => times.ours)
  const activity = all((times) => times.activity.query)
  const year = all((times) => times.year.query)
  const isActivityBetter = percentile(activity, 0.99) <= percentile(year, 0.99)
  const limits = [
    {
      what: `bare query by ${isActivityBetter ? 'activity' : 'birth year'}`,
      times: isActivityBetter ? activity : year,
    },
    { what: 'the same over HTTP', times: all(({ activity, year }) => (isActivityBetter ? activity : year).http) },
  ]
  return limits.flatMap(({ what, times }) =>
    SHARES.map((share) => ({
      what: nameOf(filter, outcome, `p${share * 100}`),
      ours: percentile(ours, share),
      unit: 'ms',
      limit: { what, value: percentile(times, share) },
      target: share === 0.99 ? atMost(3) : null,
    })),
  )
}

/** The match finder weighs hundreds where a search shows a page: what that costs beside the search itself. */
export const matchesBesideSearch = ({ members, times }: SearchOutcome): Figure[] => {
  const all = (take: (times: SearchTimes) => number[]): number[] => times.flatMap(take)
  const matches = all((one) => one.matches)
  if (matches.length === 0) return []
  const limits = [
    { what: 'bare query by activity', times: all((one) => one.activity.query) },
    { what: 'our search', times: all((one) => one.ours) },
  ]
  return limits.flatMap((limit) =>
    SHARES.map((share) => ({
      what: `match finder, ${members.toLocaleString('en')}: p${share * 100}`,
      ours: percentile(matches, share),
      unit: 'ms',
      limit: { what: limit.what, value: percentile(limit.times, share) },
      target: null,
    })),
  )
}

/** Flat: a hundred times as many members, at most twice the time. */
export const besideFew = (filter: Filter, many: SearchOutcome, few: SearchOutcome): Figure[] => {
  const what = `ours among ${FLAT_FROM.toLocaleString('en')}`
  const oursOf = ({ times }: SearchOutcome): number[] => times.flatMap(({ ours }) => ours)
  return [
    ...SHARES.map((share) => ({
      what: nameOf(filter, many, `p${share * 100}`),
      ours: percentile(oursOf(many), share),
      unit: 'ms',
      limit: { what, value: percentile(oursOf(few), share) },
      target: atMost(2),
    })),
    {
      what: nameOf(filter, many, 'processor time each'),
      ours: many.processorUs,
      unit: 'µs',
      limit: { what, value: few.processorUs },
      target: null,
    },
  ]
}

/** PostgreSQL beside SQLite, and many members on PostgreSQL beside few. */
export const onPostgres = (filter: Filter, few: SearchOutcome, many: SearchOutcome | undefined): Figure[] => {
  const largest = many ?? few
  const all = ({ times }: SearchOutcome, engine: 'ours' | 'postgres'): number[] => times.flatMap((part) => part[engine])
  const figure = (share: number, what: string, beside: readonly number[], ratio: number): Figure => ({
    what: nameOf(filter, largest, `p${share * 100} on PostgreSQL`),
    ours: percentile(all(largest, 'postgres'), share),
    unit: 'ms',
    limit: { what, value: percentile(beside, share) },
    target: share === 0.99 ? atMost(ratio) : null,
  })
  return [
    ...SHARES.map((share) => figure(share, 'ours on SQLite', all(largest, 'ours'), 5)),
    ...(many
      ? SHARES.map((share) => figure(share, `among ${FLAT_FROM.toLocaleString('en')}`, all(few, 'postgres'), 2))
      : []),
  ]
}
