/** The visit figures of the report, and the references they are compared with. */
import { atMost, type Bound, type Figure, median } from '../report.ts'
import type { Round } from './rounds.ts'

type VisitResults = Record<'empty' | 'react' | 'still' | 'index' | 'lander' | 'chats', Round[]>

type Take = (round: Round) => number | null | undefined

const WIRE_BYTES_MAX = 200_000
const SHIFT_MAX = 0.02

const fcp: Take = ({ cold }) => cold.fcp
const lcp: Take = ({ cold }) => cold.lcp
const ready: Take = ({ cold }) => cold.ready
const wire: Take = ({ installed }) => installed?.wireBytes

export const visitFigures = ({ empty, react, still, index, lander, chats }: VisitResults): Figure[] => {
  const beside = (
    what: string,
    [ours, take]: [Round[], Take],
    [limit, name]: [Round[], string],
    target: Bound | null,
    unit = 'ms',
  ): Figure => ({
    what: `visit, ${what}`,
    ours: medianOf(ours, take),
    unit,
    limit: { what: name, value: medianOf(limit, take) },
    target,
  })
  const besideEmpty: [Round[], string] = [empty, 'empty HTML']
  const besideReact: [Round[], string] = [react, 'bare React']

  const page = (name: string, rounds: Round[], again: number): Figure[] => [
    beside(`${name}: service worker active`, [rounds, ({ installed }) => installed?.at], besideReact, atMost(1.5)),
    beside(`${name}, return: FCP`, [rounds, ({ warm }) => warm?.fcp], besideReact, null),
    beside(`${name}, return: LCP`, [rounds, ({ warm }) => warm?.lcp], besideReact, null),
    beside(`${name}, return: ready`, [rounds, ({ warm }) => warm?.ready], besideReact, atMost(again)),
    beside(`${name}, offline: FCP`, [rounds, ({ offline }) => offline?.fcp], besideReact, null),
    beside(`${name}, offline: LCP`, [rounds, ({ offline }) => offline?.lcp], besideReact, null),
    beside(`${name}, offline: ready`, [rounds, ({ offline }) => offline?.ready], besideReact, atMost(again)),
    below(`${name}: layout shift`, medianOf(rounds, worstShift), '', SHIFT_MAX),
  ]

  const firstOfVisitor = (name: string, rounds: Round[]): Figure[] => [
    beside(`${name}, first: FCP`, [rounds, fcp], besideEmpty, atMost(1.15)),
    beside(`${name}, first: LCP`, [rounds, lcp], besideEmpty, atMost(1.25)),
    beside(`${name}, first: ready`, [rounds, ready], besideReact, atMost(0.85)),
    beside(`${name}, first: requests`, [rounds, ({ cold }) => cold.requests], besideReact, null, ''),
  ]

  return [
    ...firstOfVisitor('index', index),
    beside('index without a script: FCP', [still, fcp], besideEmpty, null),
    beside('index without a script: LCP', [still, lcp], besideEmpty, null),
    below('index, first: bytes until offline-ready', medianOf(index, wire) / 1_000, 'kB', WIRE_BYTES_MAX / 1_000),
    ...page('index', index, 1.5),
    ...firstOfVisitor('lander', lander),
    below('lander: layout shift', medianOf(lander, worstShift), '', SHIFT_MAX),
    beside('chat list, first: FCP', [chats, fcp], besideReact, null),
    beside('chat list, first: LCP', [chats, lcp], besideReact, null),
    beside('chat list, first: ready', [chats, ready], besideReact, null),
    ...page('chat list', chats, 2),
  ]
}

const worstShift: Take = ({ cold, warm, offline }) => Math.max(cold.shift, warm?.shift ?? 0, offline?.shift ?? 0)

const below = (what: string, ours: number, unit: string, value: number): Figure => ({
  what: `visit, ${what}`,
  ours,
  unit,
  limit: { what: 'at most', value },
  target: atMost(1),
})

const medianOf = (rounds: Round[], take: Take): number =>
  median(rounds.map(take).filter((value) => value !== null && value !== undefined))
