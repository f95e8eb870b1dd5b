/** Where a refusal of the form is said [PAY-10]: at the field that is to blame, else for the form as a whole. Pure. */
import type { ErrorBody } from '#contract/errors.ts'

/** What is blocked is said at the field it stands in. */
const FIELD: Partial<Record<ErrorBody['error'], string>> = { iban_blocked: 'iban', phone_blocked: 'phone' }

/** The refusal with its fields, so that the first of them is focused. */
export const placed = (failure: ErrorBody): ErrorBody => {
  const field = FIELD[failure.error]
  return field === undefined ? failure : { ...failure, fields: { [field]: 'invalid' } }
}

export const isBlockedAt = (failure: ErrorBody | null, field: string): boolean =>
  failure !== null && FIELD[failure.error] === field

/** Another way to pay is the way on. */
export const needsOtherMethod = ({ error }: ErrorBody): boolean =>
  ['directdebit_limit', 'method_unavailable', 'iban_blocked', 'phone_blocked', 'payment_unavailable'].includes(error)
