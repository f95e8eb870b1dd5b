import type { ErrorBody } from '#contract/errors.ts'
import { errorText, fieldErrorText } from '../../state/error-text.ts'

/** The text at the code's field: nothing was entered, or the server's reason for refusing the code [PAY-7]. */
export const refusalText = (refusal: ErrorBody): string =>
  refusal.error === 'invalid_input' ? (fieldErrorText(refusal, 'code') ?? errorText(refusal)) : errorText(refusal)
