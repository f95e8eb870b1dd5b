/** The handlers of every area, one for each call the server answers. */
import type { Deps } from './deps.ts'
import type { Handlers } from './http/mount.ts'

/** Areas join here as they are built; once all are there the type is `Handlers`, and a missing one does not compile. */
export const handlersOf = (_deps: Deps): Partial<Handlers> => ({})
