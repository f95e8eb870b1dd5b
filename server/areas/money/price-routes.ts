import type { Context } from 'hono'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import type { Refusal } from '../../http/reply.ts'
import { countryOf } from '../site/country.ts'
import { activeDiscount } from './active-discount.ts'
import { priceList } from './price-list.ts'
import type { Asking } from './terms.ts'

type PriceCalls = 'packages.get' | 'discountcode.get'

export const priceRoutes = (deps: Deps): Pick<Handlers, PriceCalls> => {
  const askingOf = (caller: Caller | null, c: Context): Asking =>
    caller ? { member: caller.id } : { member: null, country: countryOf(c, deps.env, deps.settings()) }

  /** Limits attempts, so that codes cannot be guessed [SAFE-6]. */
  const triesCode = (code: string | undefined, caller: Caller | null, c: Context): Refusal | null =>
    code === undefined ? null : deps.rates('code', caller?.id ?? addressOf(c, deps.env))

  return {
    'packages.get': async ({ query }, caller, c) =>
      triesCode(query.code, caller, c) ?? priceList(deps, askingOf(caller, c), query.code),
    'discountcode.get': async ({ query }, caller, c) =>
      triesCode(query.code, caller, c) ?? activeDiscount(deps, askingOf(caller, c), query),
  }
}
