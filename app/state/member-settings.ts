/**
 * The member's preferences. Each change is saved at once, through the queue. Until the call is answered, the change is laid over
 * the known state, so that a switch never jumps back and forth. The outbox is the only place that stores pending changes.
 */
import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Alert, Consent, MemberSettings, SettingsChange } from '#contract/entities/member-settings.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { withChange } from '#contract/rules/member-settings.ts'
import { call } from '../ports/api.ts'
import { now } from '../ports/clock.ts'
import { changeShown, onMemberLeft, refreshSession, user } from './session.ts'
import { toastRefusal } from './error-text.ts'

/** Changes whose answers have not arrived, oldest first. */
const underWay = signal<readonly SettingsChange[]>([])

/** The settings with all pending changes applied. */
export const memberSettings: ReadonlySignal<MemberSettings | null> = computed(() => {
  const known = user.value?.settings
  return known ? underWay.value.reduce(withChange, known) : null
})

onMemberLeft(() => {
  underWay.value = []
})

/**
 * Saves a change; returns the reason if it is refused at once. A queued change that is refused later is among the failed writes.
 */
export const changeSettings = async (change: SettingsChange): Promise<ErrorBody | null> => {
  underWay.value = [...underWay.peek(), change]
  const answer = await call('notifications.put', { body: change })
  if (answer.ok) await (answer.queued ? refreshSession() : changeShown({ settings: answer.data.settings }))
  underWay.value = underWay.peek().filter((one) => one !== change)
  return answer.ok ? null : answer.error
}

/** The same for a switch, which only moves back: a refusal is shown in a toast. */
export const saveSettings = (change: SettingsChange): void => void changeSettings(change).then(toastRefusal)

/** [PROF-12] */
export const dismissAlert = (alert: Alert): Promise<ErrorBody | null> =>
  changeSettings({ dismissed_alerts: { [alert]: now() } })

/** The member wants mail at this address again. The alert may show again when there is a new reason. */
export const enableMail = async (): Promise<ErrorBody | null> => {
  const answer = await call('notifications.enable', {})
  if (!answer.ok) return answer.error
  if (!answer.queued) changeShown({ settings: answer.data.settings, notifications_disabled: [] })
  return changeSettings({ dismissed_alerts: { disabled_notifications: 0 } })
}

/** [ACC-18] withdrawing a consent deletes its data. */
export const setConsent = async (consent: Consent, given: boolean): Promise<ErrorBody | null> => {
  const answer = await call('consents.put', { params: { consent }, body: { given } })
  if (!answer.ok) return answer.error
  await (answer.queued
    ? refreshSession()
    : changeShown({ settings: answer.data.settings, profile: answer.data.profile }))
  return null
}
