/** Opens the bus that the environment chooses: of this process alone, or of several processes (`valkey.ts`). */
import type { Logger } from 'pino'
import type { Env } from '../env.ts'
import { RATES, bucketsOf, type Rates } from '../rates.ts'
import type { Bus } from './bus.ts'
import { createBuckets } from './buckets.ts'
import { createStreams } from './streams.ts'

type Needs = { env: Pick<Env, 'BUS_URL' | 'RATE_LIMITS'>; now: () => number; log: Logger }

export const openBus = async ({ env, now, log }: Needs): Promise<Bus> => {
  const rates = env.RATE_LIMITS === 'no' ? null : RATES
  if (env.BUS_URL === undefined) return createHereBus(now, rates)
  // The client of Valkey is a twentieth of what a server loads.
  const { openValkeyBus } = await import('./valkey.ts')
  return openValkeyBus(env.BUS_URL, { now, rates, log })
}

/** The bus of a single process: it has all streams and counts all uses. @param rates null counts nothing */
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
