import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { syncFeed } from './sync.ts'

export const feedRoutes = (deps: Deps): Pick<Handlers, 'sync'> => ({
  // Without news the answer is a bare 204, so a refresh costs almost nothing [PWA-4].
  sync: async ({ query }, caller) =>
    (await syncFeed(deps, caller.id, query.after)) ?? new Response(null, { status: 204 }),
})
