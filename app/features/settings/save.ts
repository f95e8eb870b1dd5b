/** Saves at once. A refusal is shown in a toast, since the switch itself only moves back. */
import type { SettingsChange } from '#contract/entities/member-settings.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { errorText } from '../../state/error-text.ts'
import { changeSettings } from '../../state/member-settings.ts'
import { toast } from '../../state/toasts.ts'

export const save = (change: SettingsChange): void => void changeSettings(change).then(toastRefusal)

export const toastRefusal = (error: ErrorBody | null): void => {
  if (error) toast(errorText(error))
}
