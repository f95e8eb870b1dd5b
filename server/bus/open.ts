/** Opens the bus that the environment asks for. */
import type { Logger } from 'pino'
import type { Env } from '../env.ts'
import { RATES } from '../rates.ts'
import type { Bus } from './bus.ts'
import { createHereBus } from './here.ts'
import { openValkeyBus } from './valkey.ts'

type Needs = { env: Pick<Env, 'BUS_URL' | 'RATE_LIMITS'>; now: () => number; log: Logger }

export const openBus = async ({ env, now, log }: Needs): Promise<Bus> => {
  const rates = env.RATE_LIMITS === 'no' ? null : RATES
  return env.BUS_URL === undefined ? createHereBus(now, rates) : openValkeyBus(env.BUS_URL, { now, rates, log })
}
