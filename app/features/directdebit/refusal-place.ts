/** The place of a refusal of the form [PAY-10]: at the field that caused it, else for the form as a whole. Pure. */
import type { ErrorBody } from '#contract/errors.ts'

/** The field of each blocked value. */
const FIELD: Partial<Record<ErrorBody['error'], string>> = { iban_blocked: 'iban', phone_blocked: 'phone' }

/** The refusal with its fields, so that the first of them is focused. */
export const placed = (failure: ErrorBody): ErrorBody => {
  const field = FIELD[failure.error]
  return field === undefined ? failure : { ...failure, fields: { [field]: 'invalid' } }
}

export const isBlockedAt = (failure: ErrorBody | null, field: string): boolean =>
  failure !== null && FIELD[failure.error] === field

/** Whether the payer needs another payment method. */
export const needsOtherMethod = ({ error }: ErrorBody): boolean =>
  ['directdebit_limit', 'method_unavailable', 'iban_blocked', 'phone_blocked', 'payment_unavailable'].includes(error)
