/** The bus of a single process: it has all streams and counts all uses. */
import { bucketsOf, type Rates } from '../rates.ts'
import { createBuckets } from './buckets.ts'
import type { Bus } from './bus.ts'
import { createStreams } from './streams.ts'

/** @param rates null counts nothing */
export const createHereBus = (now: () => number, rates: Rates | null): Bus => {
  const { send, has, ...streams } = createStreams()
  const { count } = createBuckets(now)
  return {
    ...streams,
    publish: send,
    isOpen: (member) => Promise.resolve(has(member)),
    use: (name, who) => Promise.resolve(rates && count(bucketsOf(name, who, rates))),
    isAway: () => false,
    stop: () => Promise.resolve(),
  }
}
