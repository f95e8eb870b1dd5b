/** Opens the bus that the environment asks for. */
import type { Logger } from 'pino'
import type { Env } from '../env.ts'
import { RATES } from '../rates.ts'
import type { Bus } from './bus.ts'
import { createHereBus } from './here.ts'

type Needs = { env: Pick<Env, 'BUS_URL' | 'RATE_LIMITS'>; now: () => number; log: Logger }

export const openBus = async ({ env, now, log }: Needs): Promise<Bus> => {
  const rates = env.RATE_LIMITS === 'no' ? null : RATES
  if (env.BUS_URL === undefined) return createHereBus(now, rates)
  // The client of Valkey is a twentieth of what a server loads.
  const { openValkeyBus } = await import('./valkey.ts')
  return openValkeyBus(env.BUS_URL, { now, rates, log })
}
