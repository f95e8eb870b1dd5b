/**
 * What the member has set for themselves. Each change is saved at once, through the queue; until the call is answered it
 * is laid over what is known, so that a switch never jumps back and forth. Nothing of it is kept beside the outbox.
 */
import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Alert, Consent, MemberSettings, SettingsChange } from '#contract/entities/member-settings.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { withChange } from '#contract/rules/member-settings.ts'
import { call } from '../ports/api.ts'
import { now } from '../ports/clock.ts'
import { putAnswer } from './resource.ts'
import { counts, onMemberLeft, refreshSession, user } from './session.ts'

/** Changes whose answers are on their way, oldest first. */
const underWay = signal<readonly SettingsChange[]>([])

/** As the member sees them. */
export const memberSettings: ReadonlySignal<MemberSettings | null> = computed(() => {
  const known = user.value?.settings
  return known ? underWay.value.reduce(withChange, known) : null
})

onMemberLeft(() => {
  underWay.value = []
})

/** Saves a change; gives why it was refused at once. One that is queued and refused later is among the failed writes. */
export const changeSettings = async (change: SettingsChange): Promise<ErrorBody | null> => {
  underWay.value = [...underWay.peek(), change]
  const answer = await call('notifications.put', { body: change })
  if (answer.ok) await (answer.queued ? refreshSession() : take({ settings: answer.data.settings }))
  underWay.value = underWay.peek().filter((one) => one !== change)
  return answer.ok ? null : answer.error
}

/** [PROF-12] */
export const dismissAlert = (alert: Alert): Promise<ErrorBody | null> =>
  changeSettings({ dismissed_alerts: { [alert]: now() } })

/** Mail is wanted again at this address. The alert may show again when there is a new reason. */
export const enableMail = async (): Promise<ErrorBody | null> => {
  const answer = await call('notifications.enable', {})
  if (!answer.ok) return answer.error
  if (!answer.queued) await take({ settings: answer.data.settings, notifications_disabled: [] })
  return changeSettings({ dismissed_alerts: { disabled_notifications: 0 } })
}

/** [ACC-18] withdrawing takes the data with it. */
export const setConsent = async (consent: Consent, given: boolean): Promise<ErrorBody | null> => {
  const answer = await call('consents.put', { params: { consent }, body: { given } })
  if (!answer.ok) return answer.error
  await (answer.queued ? refreshSession() : take({ settings: answer.data.settings, profile: answer.data.profile }))
  return null
}

/** What the server has just said stands at once; the feed brings the same to every other device. */
const take = async (part: Partial<NonNullable<typeof user.value>>): Promise<void> => {
  const me = user.peek()
  if (me) putAnswer('user.get', {}, { user: { ...me, ...part }, counts: counts.peek() })
}
