/** The handlers of the desk, one for each call of its table. */
import type { answerCalls } from '#contract/desk/calls/answers.ts'
import type { settingsCalls } from '#contract/desk/calls/settings.ts'
import type { Deps } from '../../deps.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { announcementRoutes } from './announcement-routes.ts'
import type { Intake } from '../photos/intake.ts'
import { answerWaiting, openWaiting, waitingConversations } from './answers.ts'
import { caseRoutes } from './case-routes.ts'
import { changeSetting, undoSettingChange } from './change-setting.ts'
import { codeRoutes } from './code-routes.ts'
import { fictionalRoutes } from './fictional-routes.ts'
import { liveRoutes } from './live-routes.ts'
import { moneyDeskRoutes } from './money-routes.ts'
import { numbersRoutes } from './numbers-routes.ts'
import { queueRoutes } from './queue-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { checkSetting, deskSettings, fictionalServiceHost, settingHistory } from './settings-view.ts'
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

/** Fictional profiles' answers [GUARD-7]. */
const answerRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof answerCalls> => ({
  'answers.list': () => waitingConversations(deps),
  'answers.open': ({ params }, { id }) => openWaiting(deps, id, params),
  'answers.send': async ({ params, body }, { id }) => (await answerWaiting(deps, id, params, body)) ?? { sent: true },
})

/** The settings of the site [DESK-14]. */
const settingsRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof settingsCalls> => ({
  'settings.list': async () => ({
    settings: await deskSettings(deps),
    fictional_service: fictionalServiceHost(deps),
  }),
  'settings.check': ({ params, body }) => checkSetting(deps, params.key, body),
  'settings.change': async ({ params, body }, staff) =>
    (await changeSetting(deps, staff, { key: params.key, ...body })) ?? {},
  'settings.history': async ({ params }) => ({ changes: await settingHistory(deps, params.key) }),
  'settings.undo': async ({ params, body }, staff) =>
    (await undoSettingChange(deps, staff, { id: params.id, reason: body.reason })) ?? {},
})
