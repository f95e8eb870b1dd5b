import type { ErrorBody } from '#contract/errors.ts'
import { errorText, fieldErrorText } from '../../state/error-text.ts'

/** What stands at the field: nothing was entered, or why the server does not take the code [PAY-7]. */
export const refusalText = (refusal: ErrorBody): string =>
  refusal.error === 'invalid_input' ? (fieldErrorText(refusal, 'code') ?? errorText(refusal)) : errorText(refusal)
