/** The handlers of the desk, one for each call of its table. */
import type { Deps } from '../../deps.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import type { Intake } from '../photos/intake.ts'
import { announcementRoutes } from './announcements.ts'
import { answerRoutes } from './answers.ts'
import { campaignRoutes } from './campaigns.ts'
import { caseRoutes } from './case-routes.ts'
import { codeRoutes } from './codes.ts'
import { fictionalRoutes } from './fictional.ts'
import { liveRoutes } from './live-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { booksRoutes } from './books.ts'
import { memberMoneyRoutes } from './member-money.ts'
import { numbersRoutes } from './numbers-view.ts'
import { deskPhotoRoutes } from './photos.ts'
import { queueRoutes } from './queue.ts'
import { settingsRoutes } from './settings.ts'
import { staffRoutes } from './staff-routes.ts'
import { transparencyRoutes } from './transparency.ts'

/** A call without a handler does not compile. */
export const deskHandlersOf = (deps: Deps, intake: Intake): DeskHandlers => ({
  ...staffRoutes(deps),
  ...memberRoutes(deps),
  ...liveRoutes(deps),
  ...queueRoutes(deps),
  ...deskPhotoRoutes(deps),
  ...caseRoutes(deps),
  ...transparencyRoutes(deps),
  ...answerRoutes(deps),
  ...memberMoneyRoutes(deps),
  ...booksRoutes(deps),
  ...numbersRoutes(deps),
  ...campaignRoutes(deps),
  ...settingsRoutes(deps),
  ...codeRoutes(deps),
  ...announcementRoutes(deps),
  ...fictionalRoutes(deps, intake),
})
