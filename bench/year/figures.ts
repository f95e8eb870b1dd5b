/** The figures of the year bench, and the references they are compared with. */
import { atMost, type Figure, median } from '../report.ts'
import type { VisitMarks } from '../visit/probe.ts'
import type { StoredSizes } from './stored.ts'

export const SCREENS = ['list', 'conversation', 'search'] as const
export type Screen = (typeof SCREENS)[number]

/** `limit`: the same screen with React alone. */
type Sides = Record<'few' | 'year' | 'limit', VisitMarks[]>
/** The marks of each start. */
export type Starts = { bare: VisitMarks[]; tapped: VisitMarks[] } & Record<Screen, Sides>

const NAMES: Record<Screen, string> = { list: 'chat list', conversation: 'a conversation', search: 'search' }

/** As fast as with ten, on a machine that is never quiet. */
const AS_FAST = 1.2
/** `ready`: the screen's content is shown. `usable`: the app answers a tap on it. Both beside bare React. */
const BESIDE_REACT = { ready: 1.3, usable: 1.8 }
const SHIFT = 0.02
/** A page holds the list it shows, a worker what its last answers were made of: neither what lies in the database. */
const HEAP_GROWTH = 2
/** A third of what the photos may take. */
const DATABASE_MB = 20

export const yearFigures = (starts: Starts, { few, year }: Record<'few' | 'year', StoredSizes>): Figure[] => {
  const ten = (what: string, take: (held: StoredSizes) => number, growth: number): Figure => ({
    what: `year, ${what}`,
    ours: take(year),
    unit: 'MB',
    limit: { what: 'with ten conversations', value: take(few) },
    target: atMost(growth),
  })
  return [
    ...SCREENS.flatMap((screen) => [
      start(screen, 'ready', starts[screen].year, ['bare React', starts.bare], BESIDE_REACT.ready),
      start(screen, 'usable', starts[screen].year, ['bare React', starts.bare], BESIDE_REACT.usable),
      {
        ...start(screen, 'usable', starts[screen].year, ['the same screen with React alone', starts[screen].limit], 1),
        target: null,
      },
      start(screen, 'usable', starts[screen].year, ['with ten conversations', starts[screen].few], AS_FAST),
      {
        what: `year, offline from a closed browser: ${NAMES[screen]}, layout shift`,
        ours: median(starts[screen].year.map(({ shift }) => shift)),
        unit: '',
        limit: { what: 'at most', value: SHIFT },
        target: atMost(1),
      },
    ]),
    {
      what: 'year, offline from a closed browser: a tap as soon as the chat list is shown, conversation usable',
      ours: middle(starts.tapped, 'usable'),
      unit: 'ms',
      limit: { what: 'bare React', value: middle(starts.bare, 'usable') },
      target: null,
    },
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

const start = (
  screen: Screen,
  mark: keyof typeof BESIDE_REACT,
  ours: VisitMarks[],
  [what, limit]: [string, VisitMarks[]],
  target: number,
): Figure => ({
  what: `year, offline from a closed browser: ${NAMES[screen]}, ${mark === 'ready' ? 'content shown' : 'usable'}`,
  ours: middle(ours, mark),
  unit: 'ms',
  limit: { what, value: middle(limit, mark) },
  target: atMost(target),
})

const middle = (marks: VisitMarks[], mark: keyof typeof BESIDE_REACT): number =>
  median(marks.map((seen) => seen[mark] ?? Number.NaN))
