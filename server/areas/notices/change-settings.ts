/** Changes a member's settings [PWA-5], [PROF-12]. Idempotent, because the outbox may send a change twice. */
import type { MemberSettings, SettingsChange } from '#contract/entities/member-settings.ts'
import { DEFAULT_MEMBER_SETTINGS, PREFERENCES } from '#contract/entities/member-settings.ts'
import { withChange } from '#contract/rules/member-settings.ts'
import type { Deps, Tx } from '../../deps.ts'
import { memberSettingsOf } from '../account/user-view.ts'
import { announce, announceStatus, circleOf } from '../feed/announce.ts'

/** @returns the new settings, or null if the member is gone */
export const changeSettings = async (
  { read, write, now }: Pick<Deps, 'read' | 'write' | 'now'>,
  member: number,
  change: SettingsChange,
): Promise<MemberSettings | null> => {
  const hasModes = change.invisible_mode !== undefined || change.privacy_mode !== undefined
  const held = hasModes ? await circleOf(read, member) : [member]
  return write((tx) => changeWithin(tx, { member, held }, now(), notLaterThan(now(), change)), held)
}

const changeWithin = async (
  tx: Tx,
  { member, held }: { member: number; held: readonly number[] },
  at: number,
  change: SettingsChange,
): Promise<MemberSettings | null> => {
  const row = await tx.account.own(member)
  if (!row) return null
  const before = memberSettingsOf(row.user.settings, row.sensitiveConsentAt)
  const after = withChange(before, change)
  if (isSame(before, after)) return before
  await tx.notices.setSettings(member, differenceOf(after))
  if (before.invisible_mode === after.invisible_mode && before.privacy_mode === after.privacy_mode)
    await announce(tx, member, 'user', 0)
  else {
    await tx.notices.setModes(member, { invisible: after.invisible_mode, reserved: after.privacy_mode })
    await tx.notices.refreshSearchable(member, at)
    // The modes change how much others see of this member.
    await announceStatus(tx, member, at, held)
  }
  return after
}

/** If a device's clock is ahead, the alert was dismissed now, not in the future. */
const notLaterThan = (now: number, change: SettingsChange): SettingsChange => {
  if (!change.dismissed_alerts) return change
  const dismissed = Object.entries(change.dismissed_alerts).map(([alert, at]) => [
    alert,
    at === undefined ? undefined : Math.min(at, now),
  ])
  return { ...change, dismissed_alerts: Object.fromEntries(dismissed) as SettingsChange['dismissed_alerts'] }
}

/** Only differences from the defaults are stored. */
export const differenceOf = (settings: MemberSettings): SettingsChange => {
  const { notifications: _, dismissed_alerts, consents: __, ...plain } = settings
  const notifications = PREFERENCES.filter(
    (name) => !isSame(settings.notifications[name], DEFAULT_MEMBER_SETTINGS.notifications[name]),
  ).map((name) => [name, settings.notifications[name]])
  const changed = Object.entries(plain).filter(
    ([name, value]) => value !== DEFAULT_MEMBER_SETTINGS[name as keyof typeof plain],
  )
  return {
    ...(Object.fromEntries(changed) as SettingsChange),
    ...(notifications.length > 0 ? { notifications: Object.fromEntries(notifications) as never } : {}),
    ...(Object.keys(dismissed_alerts).length > 0 ? { dismissed_alerts } : {}),
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
