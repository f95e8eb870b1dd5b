/** Input and output of the search load process. */
import * as v from 'valibot'
import { Search } from './filters.ts'

/** The header in which the bare server says how long the query alone took. */
export const QUERY_MS = 'x-query-ms'

export const SearchLoad = v.object({
  ours: v.number(),
  /** The port of our server on PostgreSQL. */
  postgres: v.nullable(v.number()),
  bare: v.number(),
  searches: v.array(Search),
  /** Whether each searcher also asks for matches. */
  matches: v.boolean(),
})
export type SearchLoad = v.InferOutput<typeof SearchLoad>

/** ms, one for each search */
const Times = v.array(v.number())
const Bare = v.object({ query: Times, http: Times })
export const SearchTimes = v.object({
  ours: Times,
  /** Empty without PostgreSQL. */
  postgres: Times,
  matches: Times,
  activity: Bare,
  year: Bare,
  /** How many profiles ours and the bare queries found in all: they must agree. */
  found: v.object({ ours: v.number(), postgres: v.number(), bare: v.number() }),
})
export type SearchTimes = v.InferOutput<typeof SearchTimes>
