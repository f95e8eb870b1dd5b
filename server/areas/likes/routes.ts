import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { refuse } from '../../http/reply.ts'
import { block, unblock } from './block.ts'
import { like, seeLike, unlike } from './like.ts'
import { listLikes } from './list-likes.ts'

type LikeCalls =
  | 'likes.get'
  | 'likes.put'
  | 'likes.delete'
  | 'likes.seen'
  | 'blocks.put'
  | 'blocks.delete'
  | 'auto_like.get'
  | 'swipe.get'
  | 'swipe.put'
  | 'swipe.undo'

/** Not built yet: refused. */
const later = async () => refuse('server_error')

export const likeRoutes = (deps: Deps): Pick<Handlers, LikeCalls> => ({
  'likes.get': (_, caller) => listLikes(deps, caller.id),
  'likes.put': async ({ params }, caller) => deps.rates('like', caller.id) ?? like(deps, caller.id, params.profile),
  'likes.delete': async ({ params }, caller) =>
    deps.rates('like', caller.id) ?? unlike(deps, caller.id, params.profile),
  'auto_like.get': later,
  'swipe.get': later,
  'swipe.put': later,
  'swipe.undo': later,
  'likes.seen': async ({ params }, caller) => (await seeLike(deps, caller.id, params.profile)) ?? {},
  'blocks.put': async ({ params }, caller) => (await block(deps, caller.id, params.profile)) ?? {},
  'blocks.delete': async ({ params }, caller) => (await unblock(deps, caller.id, params.profile)) ?? {},
})
