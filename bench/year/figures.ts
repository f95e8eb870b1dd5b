/** The figures of the year bench, and the references they are compared with. */
import { atMost, type Bound, type Figure } from '../report/figure.ts'
import { median } from '../report/statistics.ts'
import type { Stored } from './stored.ts'

type Sides = Record<'few' | 'year', number[]>
/** Milliseconds until the screen can be used, of each start. */
export type Starts = { bare: number[]; list: Sides; conversation: Sides }

/** As fast as with ten, on a machine that is never quiet. */
const AS_FAST = 1.2
/** `PERFORMANCE.md`: the chat list with data beside bare React. */
const BESIDE_REACT = 2
/** A page holds the list it shows, a worker what its last answers were made of: neither what lies in the database. */
const HEAP_GROWTH = 2
/** A third of what the photos may take. */
const DATABASE_MB = 20

export const yearFigures = (starts: Starts, { few, year }: Record<'few' | 'year', Stored>): Figure[] => {
  const ten = (what: string, take: (held: Stored) => number, growth: number): Figure => ({
    what: `year, ${what}`,
    ours: take(year),
    unit: 'MB',
    limit: { what: 'with ten conversations', value: take(few) },
    target: atMost(growth),
  })
  return [
    start('chat list', starts.list.year, ['with ten conversations', starts.list.few], atMost(AS_FAST)),
    start('chat list', starts.list.year, ['bare React', starts.bare], atMost(BESIDE_REACT)),
    start(
      'a conversation',
      starts.conversation.year,
      ['with ten conversations', starts.conversation.few],
      atMost(AS_FAST),
    ),
    start('a conversation', starts.conversation.year, ['bare React', starts.bare], null),
    {
      what: 'year, IndexedDB',
      ours: year.databaseMB,
      unit: 'MB',
      limit: { what: 'at most', value: DATABASE_MB },
      target: atMost(1),
    },
    ten('memory of the page with the chat list', ({ pageHeapMB }) => pageHeapMB, HEAP_GROWTH),
    ten('memory of the service worker', ({ workerHeapMB }) => workerHeapMB, HEAP_GROWTH),
  ]
}

const start = (what: string, ours: number[], limit: [string, number[]], target: Bound | null): Figure => ({
  what: `year, offline from a closed browser: ${what}`,
  ours: median(ours),
  unit: 'ms',
  limit: { what: limit[0], value: median(limit[1]) },
  target,
})
