import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { block, unblock } from './block.ts'
import { like, seeLike, unlike } from './like.ts'
import { listLikes } from './list-likes.ts'

type LikeCalls = 'likes.get' | 'likes.put' | 'likes.delete' | 'likes.seen' | 'blocks.put' | 'blocks.delete'

export const likeRoutes = (deps: Deps): Pick<Handlers, LikeCalls> => ({
  'likes.get': (_, caller) => listLikes(deps, caller.id),
  'likes.put': async ({ params }, caller) => deps.rates('like', caller.id) ?? like(deps, caller.id, params.profile),
  'likes.delete': async ({ params }, caller) =>
    deps.rates('like', caller.id) ?? unlike(deps, caller.id, params.profile),
  'likes.seen': async ({ params }, caller) => (await seeLike(deps, caller.id, params.profile)) ?? {},
  'blocks.put': async ({ params }, caller) => (await block(deps, caller.id, params.profile)) ?? {},
  'blocks.delete': async ({ params }, caller) => (await unblock(deps, caller.id, params.profile)) ?? {},
})
