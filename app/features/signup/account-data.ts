/** The data of the account form, its conversion into the call's input, and the texts of its field errors. */
import * as v from 'valibot'
import type { CallInput } from '#contract/calls.ts'
import { parseJson } from '#contract/json.ts'
import { SignupForm } from '#contract/signup-form.ts'
import { isFieldError, type ErrorBody, type FieldError } from '#contract/errors.ts'
import type { Locale } from '#contract/locales.ts'
import { ageOn, faultOfBirthDate, isCalendarDate } from '#contract/rules/age.ts'
import { t, tCode, type TextKey } from '../../state/i18n.ts'

/** In the order of the form: the first refused field gets the focus. */
export const FIELDS = ['name', 'date_of_birth', 'gender', 'email', 'password'] as const
/** The fields of the step about the member. */
export const YOU_FIELDS = ['name', 'date_of_birth', 'gender'] as const satisfies readonly AccountField[]
export type AccountField = (typeof FIELDS)[number]

export type AccountDraft = Record<AccountField, string>

export const EMPTY_DRAFT: AccountDraft = { email: '', name: '', password: '', date_of_birth: '', gender: '' }

export type FieldErrors = Partial<Record<AccountField, FieldError>>

/** The draft survives a reload; the password is never stored. */
export const storableDraft = (draft: AccountDraft): string => JSON.stringify({ ...draft, password: '' })

const StoredDraft = v.object(v.entriesFromList(FIELDS, v.optional(v.string(), '')))

export const draftOf = (stored: string | null): AccountDraft => {
  const { output, success } = v.safeParse(StoredDraft, parseJson(stored ?? '{}')?.value)
  return success ? { ...output, password: '' } : EMPTY_DRAFT
}

/** Whether the form contains anything to lose [SHELL-13]. */
export const isTyped = (draft: AccountDraft): boolean => FIELDS.some((field) => draft[field] !== '')

/**
 * The age that others will see, or null as long as the date is not complete or nobody of that age can join.
 * @param today the date in the visitor's country, by which the server decides too
 */
export const ageOf = (date: string, today: string, minAge: number): number | null =>
  isCalendarDate(date) && faultOfBirthDate(date, today, minAge) === null ? ageOn(date, today) : null

/** Obvious errors are found without a request; the server checks the age by the visitor's country, and common passwords. */
export const refusedIn = (
  draft: AccountDraft,
  language: Locale,
  fields: readonly AccountField[] = FIELDS,
): FieldErrors => {
  const refused: FieldErrors = {}
  const { issues = [] } = v.safeParse(SignupForm, inputOf(draft, language))
  for (const issue of issues) {
    const field = fields.find((name) => name === v.getDotPath(issue))
    if (field && isFieldError(issue.message)) refused[field] ??= issue.message
  }
  for (const field of fields) if (draft[field].trim() === '') refused[field] = 'required'
  return refused
}

type Input = CallInput<'signup'>['body']

/** @param secret the passkey instead of the password [ACC-20] */
export const inputOf = (
  { email, name, gender, date_of_birth, password }: AccountDraft,
  language: Locale,
  secret: Pick<Input, 'password' | 'passkey'> = { password },
): Input =>
  // The gender comes from the form's own list, and the schema checks it again.
  ({ email, name, gender, date_of_birth, language, ...secret }) as Input

export const fieldErrorsOf = (error: ErrorBody): FieldErrors => {
  const refused: FieldErrors = {}
  for (const field of FIELDS) {
    const code = error.fields?.[field]
    if (isFieldError(code)) refused[field] = code
  }
  return refused
}

/** The first refused field in the order of the form. */
export const firstOf = (errors: FieldErrors): AccountField | null => FIELDS.find((field) => errors[field]) ?? null

const MISSING: Record<AccountField, TextKey> = {
  name: 'signup.missingName',
  date_of_birth: 'signup.missingBirthDate',
  gender: 'signup.missingGender',
  email: 'signup.missingEmail',
  password: 'signup.missingPassword',
}

/** The text of a refused field: a missing value is named, so that five empty fields do not repeat one sentence. */
export const fieldText = (errors: FieldErrors, field: AccountField, minAge: number): string | null => {
  const code = errors[field]
  if (code === undefined) return null
  return code === 'required' ? t(MISSING[field]) : tCode('field', code, { age: minAge })
}
