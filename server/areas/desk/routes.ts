/** The handlers of the desk, one for each call of its table. */
import type { Deps } from '../../deps.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { announcementRoutes } from './announcement-routes.ts'
import type { Intake } from '../photos/intake.ts'
import { answerRoutes } from './answer-routes.ts'
import { caseRoutes } from './case-routes.ts'
import { codeRoutes } from './code-routes.ts'
import { fictionalRoutes } from './fictional-routes.ts'
import { liveRoutes } from './live-routes.ts'
import { moneyDeskRoutes } from './money-routes.ts'
import { numbersRoutes } from './numbers-routes.ts'
import { queueRoutes } from './queue-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { staffRoutes } from './staff-routes.ts'

/** A call without a handler does not compile. */
export const deskHandlersOf = (deps: Deps, intake: Intake): DeskHandlers => ({
  ...staffRoutes(deps),
  ...memberRoutes(deps),
  ...liveRoutes(deps),
  ...queueRoutes(deps),
  ...caseRoutes(deps),
  ...answerRoutes(deps),
  ...moneyDeskRoutes(deps),
  ...numbersRoutes(deps),
  ...settingsRoutes(deps),
  ...codeRoutes(deps),
  ...announcementRoutes(deps),
  ...fictionalRoutes(deps, intake),
})
