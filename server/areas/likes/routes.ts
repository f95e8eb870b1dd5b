import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { readDeck, swipe, undoSwipe } from '../swipe/swipe.ts'
import { autoLike } from './auto-like.ts'
import { block, unblock, listBlocks } from './block.ts'
import { like, seeLike, unlike } from './like.ts'
import { listLikes } from './list-likes.ts'

type LikeCalls =
  | 'likes.get'
  | 'likes.put'
  | 'likes.delete'
  | 'likes.seen'
  | 'blocks.list'
  | 'blocks.put'
  | 'blocks.delete'
  | 'auto_like.get'
  | 'swipe.get'
  | 'swipe.put'
  | 'swipe.undo'

export const likeRoutes = (deps: Deps): Pick<Handlers, LikeCalls> => ({
  'likes.get': ({ query }, caller) => listLikes(deps, caller.id, query.after),
  'likes.put': ({ params }, caller) => like(deps, caller.id, params.profile),
  'likes.delete': ({ params }, caller) => unlike(deps, caller.id, params.profile),
  'auto_like.get': (_, caller) => autoLike(deps, caller.id),
  'swipe.get': ({ query }, caller) => readDeck(deps, caller.id, query),
  'swipe.put': ({ params, body }, caller) =>
    swipe(deps, caller.id, { profile: params.profile, choice: body.choice, zone: body.time_zone }),
  'swipe.undo': async ({ params }, caller) => (await undoSwipe(deps, caller.id, params.profile)) ?? {},
  'likes.seen': async ({ params }, caller) => (await seeLike(deps, caller.id, params.profile)) ?? {},
  'blocks.list': (_, caller) => listBlocks(deps, caller.id),
  'blocks.put': async ({ params }, caller) => (await block(deps, caller.id, params.profile)) ?? {},
  'blocks.delete': async ({ params }, caller) => (await unblock(deps, caller.id, params.profile)) ?? {},
})
