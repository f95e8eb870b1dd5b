/** Requests of the desk about the settings of the site, to their use cases [DESK-14]. */
import type { settingsCalls } from '#contract/desk/calls/settings.ts'
import type { Deps } from '../../deps.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { changeSetting, undoSettingChange } from './change-setting.ts'
import { checkSetting, deskSettings, fictionalServiceHost, settingHistory } from './settings-view.ts'

export const settingsRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof settingsCalls> => ({
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
