import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { refuse } from '../../http/reply.ts'

type PhotoCalls = 'photos.add' | 'photos.change' | 'photos.order' | 'photos.delete'

/** Not built yet: every call is refused. */
const later = async () => refuse('server_error')

export const photoRoutes = (_: Deps): Pick<Handlers, PhotoCalls> => ({
  'photos.add': later,
  'photos.change': later,
  'photos.order': later,
  'photos.delete': later,
})
