/** Field errors, by the field's name in the call. */
import { isFieldError, type ErrorBody, type FieldError } from '#contract/errors.ts'
import { tCode } from '../../state/i18n.ts'

export type Refusals = Readonly<Record<string, FieldError | undefined>>

export const NO_REFUSALS: Refusals = {}

/** The field errors of an answer; none if it is about something else. */
export const refusalsOf = (error: ErrorBody): Refusals =>
  Object.fromEntries(Object.entries(error.fields ?? {}).filter(([, code]) => isFieldError(code)))

/** The text under a field, or null. */
export const refusalText = (refusals: Refusals, field: string): string | null => {
  const code = refusals[field]
  return code === undefined ? null : tCode('field', code)
}
