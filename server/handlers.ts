/** The handlers of all areas, one for each call of the server. */
import { accountRoutes } from './areas/account/routes.ts'
import { ageRoutes } from './areas/age/routes.ts'
import { chatRoutes } from './areas/chat/routes.ts'
import { eventsRoute } from './areas/feed/events.ts'
import { feedRoutes } from './areas/feed/routes.ts'
import { findRoutes } from './areas/find/routes.ts'
import { likeRoutes } from './areas/likes/routes.ts'
import { leavingRoutes } from './areas/leaving/routes.ts'
import { moneyRoutes } from './areas/money/routes.ts'
import { noticeRoutes } from './areas/notices/routes.ts'
import type { Intake } from './areas/photos/intake.ts'
import { photoRoutes } from './areas/photos/routes.ts'
import { profileRoutes } from './areas/profile/routes.ts'
import { safetyRoutes } from './areas/safety/routes.ts'
import { siteRoutes } from './areas/site/routes.ts'
import type { Deps } from './deps.ts'
import type { Handlers } from './http/mount.ts'

/**
 * A call without a handler does not compile. @param intake shared by all domains: it limits the memory of all uploads
 */
export const handlersOf = (deps: Deps, intake: Intake): Handlers => {
  return {
    ...accountRoutes(deps),
    ...ageRoutes(deps),
    ...leavingRoutes(deps),
    ...noticeRoutes(deps),
    ...siteRoutes(deps),
    ...profileRoutes(deps),
    ...photoRoutes(deps, intake),
    ...safetyRoutes(deps),
    ...findRoutes(deps),
    ...likeRoutes(deps),
    ...chatRoutes(deps, intake),
    ...moneyRoutes(deps),
    ...feedRoutes(deps),
    ...eventsRoute(deps),
  }
}
