/** The options of `npm run bench -- …`: which measures to run, and how large. */
import { parseArgs } from 'node:util'

const MEASURES = [
  'message',
  'engines',
  'search',
  'visit',
  'sync',
  'push',
  'streams',
  'scroll',
  'swipe',
  'transitions',
  'photos',
  'alike',
  'year',
  'log',
  'heavy',
] as const
export type MeasureName = (typeof MEASURES)[number]

export type Options = {
  measures: MeasureName[]
  /** Members of the large database that search walks; the small one has `FLAT_FROM`. */
  members: number
  /** How many searches each filter gets. */
  searches: number
  /** How often a page is visited; the median counts. */
  visitRounds: number
  /** How often each server gets its turn, and for how long. */
  messageRounds: number
  messageSeconds: number
  /** How often each server answers a turn of refreshes. */
  syncRounds: number
  /** A PostgreSQL whose role may create databases: `search` beside SQLite, `streams` over three processes; null without it. */
  postgres: string | null
  /** The folder of another checkout, with its packages, whose server takes turns with ours; null without it. */
  beside: string | null
  /** `visit` behind nginx with TLS and HTTP/2. */
  front: boolean
  /** Writes CPU profiles of our server into the results' folder. */
  profile: boolean
}

/** Search is to be as fast with a hundred times as many members. */
export const FLAT_FROM = 10_000

export const readOptions = (args: string[]): Options => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      front: { type: 'boolean', default: false },
      members: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      postgres: { type: 'string' },
      beside: { type: 'string' },
    },
  })
  const { quick, profile, front } = values
  return {
    measures: positionals.length === 0 ? [...MEASURES] : positionals.map(measureNamed),
    members: wholeNumber(values.members, quick ? FLAT_FROM : 1_000_000),
    searches: quick ? 100 : 500,
    visitRounds: wholeNumber(values.rounds, quick ? 2 : 5),
    messageRounds: wholeNumber(values.rounds, quick ? 1 : 5),
    messageSeconds: wholeNumber(values.seconds, quick ? 1 : 2),
    syncRounds: wholeNumber(values.rounds, quick ? 2 : 10),
    postgres: values.postgres ?? null,
    beside: values.beside ?? null,
    front,
    profile,
  }
}

const measureNamed = (name: string): MeasureName => {
  const found = MEASURES.find((measure) => measure === name)
  if (found) return found
  throw new Error(`There is no measure "${name}"; there are ${MEASURES.join(', ')}`)
}

const wholeNumber = (given: string | undefined, otherwise: number): number => {
  const wanted = given === undefined ? otherwise : Number(given)
  if (!Number.isInteger(wanted) || wanted < 1) throw new Error(`${given} is not a number of its kind`)
  return wanted
}
