/** The texts that explain a refusal to a person. */
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import type { User } from '#contract/entities/user.ts'
import { serverNow } from '../ports/clock.ts'
import { weekdayTimeOf } from './format.ts'
import { t, tCode } from './i18n.ts'
import { user } from './session.ts'
import { toast } from './toasts.ts'

/** An error of a call, or a refusal that the device has stored. */
type Refusal = {
  error: ErrorCode
  name?: string | undefined
  cost?: number | undefined
  credits?: number | undefined
  retry_after?: number | undefined
  minutes?: number | undefined
  limit?: number | undefined
  opens_at?: number | undefined
  fields?: ErrorBody['fields']
}

export const errorText = (body: Refusal): string => {
  const { error, name = '', cost = 1, credits = 0, minutes = 1, limit = 0, retry_after: seconds } = body
  // The member did not type the endpoint, so no field can show this error.
  const service = body.fields?.['subscription.endpoint']
  if (service !== undefined) return tCode('field', service)
  if (error === 'rate_limited' && seconds !== undefined) return waitText(seconds)
  if (error === 'account_blocked' || error === 'address_blocked')
    return minutes > MINUTES_SHOWN
      ? t(`error.${error}_hours`, { count: Math.ceil(minutes / 60) })
      : t(`error.${error}`, { count: minutes })
  if (error === 'new_conversation_limit')
    return body.opens_at === undefined
      ? t('error.new_conversation_limit', { count: limit })
      : t('error.new_conversation_limit_until', { count: limit, time: weekdayTimeOf(body.opens_at) })
  return tCode('error', error, { name, cost, credits, limit })
}

/** A limit of a day in minutes would be a number that nobody can read. */
const waitText = (seconds: number): string =>
  seconds > MINUTES_SHOWN * 60
    ? t('error.rate_limited_hours', { count: Math.ceil(seconds / 3_600) })
    : t('error.rate_limited_minutes', { count: Math.max(1, Math.ceil(seconds / 60)) })

const MINUTES_SHOWN = 90

/** The text for a call that names a profile: `not_found` then means the profile, not a page. */
export const profileErrorText = (body: Refusal): string =>
  body.error === 'not_found' ? t('members.profileGone') : errorText(body)

const OF_SANCTIONS: ReadonlySet<ErrorCode> = new Set(['account_suspended', 'contact_restricted', 'begin_restricted'])

/** Whether the device has stored the refusal of an account that is free again by now [DESK-8]. */
export const isOfEndedSanction = ({ error }: Refusal): boolean =>
  OF_SANCTIONS.has(error) && user.value !== null && isFree(user.value)

/** No news comes when a sanction ends by itself. */
const isFree = ({ sanctioned, sanctioned_until: until = Infinity }: User): boolean =>
  sanctioned === false || until <= serverNow()

/** The text of a refusal that the device has stored, for a profile. */
export const storedRefusalText = (body: Refusal): string =>
  isOfEndedSanction(body) ? t('ui.restrictedThen') : profileErrorText(body)

/** The text for an undo: `not_found` then means that the device no longer holds what would be undone. */
export const undoRefusalText = (body: Refusal): string =>
  body.error === 'not_found' ? t('ui.undoOver') : errorText(body)

/** Shows a refusal in a toast, for a control that only moves back. */
export const toastRefusal = (error: Refusal | null): void => {
  if (error) toast(errorText(error))
}

/** The text under a field of a refused form, or null. */
export const fieldErrorText = (refusal: ErrorBody | null, field: string): string | null => {
  const code = refusal?.fields?.[field]
  return code === undefined ? null : tCode('field', code)
}
