/** The data of the account form, its conversion into the call's input, and the texts of its field errors. */
import * as v from 'valibot'
import type { CallInput } from '#contract/calls.ts'
import { SignupForm } from '#contract/signup-form.ts'
import { isFieldError, type ErrorBody, type FieldError } from '#contract/errors.ts'
import type { Locale } from '#contract/locales.ts'

/** In the order of the form: the first refused field gets the focus. */
export const FIELDS = ['email', 'name', 'password', 'date_of_birth', 'gender'] as const
export type AccountField = (typeof FIELDS)[number]

export type AccountDraft = Record<AccountField, string>

export const EMPTY_DRAFT: AccountDraft = { email: '', name: '', password: '', date_of_birth: '', gender: '' }

export type FieldErrors = Partial<Record<AccountField, FieldError>>

/** The draft survives a reload; the password is never stored. */
export const keptOf = (draft: AccountDraft): string => JSON.stringify({ ...draft, password: '' })

const Stored = v.object(v.entriesFromList(FIELDS, v.optional(v.string(), '')))

export const draftOf = (stored: string | null): AccountDraft => {
  try {
    const { output, success } = v.safeParse(Stored, JSON.parse(stored ?? '{}'))
    return success ? { ...output, password: '' } : EMPTY_DRAFT
  } catch {
    return EMPTY_DRAFT
  }
}

/** Whether the form contains anything to lose [SHELL-13]. */
export const isTyped = (draft: AccountDraft): boolean => FIELDS.some((field) => draft[field] !== '')

/**
 * Obvious errors are found without a request; the server checks the age and common passwords.
 * @param unreadableDate the date field has an invalid date, for which the browser returns an empty text [ACC-3]
 */
export const refusedIn = (draft: AccountDraft, language: Locale, unreadableDate: boolean): FieldErrors => {
  const refused: FieldErrors = {}
  const { issues = [] } = v.safeParse(SignupForm, inputOf(draft, language))
  for (const issue of issues) {
    const field = FIELDS.find((name) => name === v.getDotPath(issue))
    if (field && isFieldError(issue.message)) refused[field] ??= issue.message
  }
  for (const field of FIELDS) if (draft[field].trim() === '') refused[field] = 'required'
  if (unreadableDate) refused.date_of_birth = 'birth_date_invalid'
  return refused
}

export const inputOf = (draft: AccountDraft, language: Locale): CallInput<'signup'>['body'] =>
  // The gender comes from the form's own list, and the schema checks it again.
  ({ ...draft, language }) as CallInput<'signup'>['body']

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
