import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { refuse } from '../../http/reply.ts'

type PriceCalls = 'packages.get' | 'discountcode.get'

export const priceRoutes = (_: Deps): Pick<Handlers, PriceCalls> => ({
  'packages.get': async () => refuse('server_error'),
  'discountcode.get': async () => refuse('server_error'),
})
