/** Applies a change to settings. A channel that a preference does not have stays off. */
import { CHANNELS_OF, PREFERENCES, type MemberSettings, type SettingsChange } from '../entities/member-settings.ts'
import { definedIn } from '../records.ts'

export const withChange = (settings: MemberSettings, change: SettingsChange): MemberSettings => {
  const notifications = { ...settings.notifications }
  for (const name of PREFERENCES) {
    const wanted = change.notifications?.[name]
    if (!wanted) continue
    const both = { ...notifications[name], ...definedIn(wanted) }
    const channels = CHANNELS_OF[name]
    notifications[name] = { mail: both.mail && channels.includes('mail'), push: both.push && channels.includes('push') }
  }
  const { notifications: _, dismissed_alerts, ...plain } = change
  return {
    ...settings,
    ...definedIn(plain),
    notifications,
    dismissed_alerts: { ...settings.dismissed_alerts, ...definedIn(dismissed_alerts ?? {}) },
  }
}
