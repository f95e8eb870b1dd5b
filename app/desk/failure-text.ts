/** The text of a failed call. */
import type { SettingFault } from '#contract/desk/errors.ts'
import type { Failure } from './calls.ts'
import { dateText, timeText } from './format.ts'
import { t, tCode } from './texts.ts'

export const failureText = (failure: Failure): string => {
  if (failure.error === 'network_unavailable' || failure.error === 'answer_unreadable')
    return tCode('error', failure.error)
  if (failure.faults && failure.faults.length > 0) return failure.faults.map(faultText).join(' ')
  const { by = '', until, minutes = 0, retry_after = 0, roles = [], line = 0, limit = 0, at, note = '' } = failure
  return tCode('error', failure.error, {
    by,
    until: until === undefined ? '' : timeText(until),
    minutes,
    seconds: retry_after,
    line,
    limit,
    note,
    when: at === undefined ? '' : `${dateText(at)}, ${timeText(at)}`,
    roles: roles.map((role) => tCode('role', role)).join(', '),
  })
}

const faultText = ({ path, rule, bound }: SettingFault): string => {
  const text = tCode('settingFault', rule, { bound })
  return path === '' ? text : t('settings.faultAt', { path, text })
}
