/** What the first step holds, and how it becomes the call's input and its refusals the fields' words. */
import * as v from 'valibot'
import type { CallInput } from '#contract/calls.ts'
import { SignupForm } from '#contract/signup-form.ts'
import { isFieldError, type ErrorBody, type FieldError } from '#contract/errors.ts'
import type { Locale } from '#contract/locales.ts'

/** In the order of the form: the first refused one gets the focus. */
export const FIELDS = ['email', 'name', 'password', 'date_of_birth', 'gender'] as const
export type AccountField = (typeof FIELDS)[number]

export type AccountDraft = Record<AccountField, string>

export const EMPTY_DRAFT: AccountDraft = { email: '', name: '', password: '', date_of_birth: '', gender: '' }

export type FieldErrors = Partial<Record<AccountField, FieldError>>

/** What is typed survives a reload; the password never does. */
export const keptOf = (draft: AccountDraft): string => JSON.stringify({ ...draft, password: '' })

const Kept = v.object(v.entriesFromList(FIELDS, v.optional(v.string(), '')))

export const draftOf = (kept: string | null): AccountDraft => {
  try {
    const { output, success } = v.safeParse(Kept, JSON.parse(kept ?? '{}'))
    return success ? { ...output, password: '' } : EMPTY_DRAFT
  } catch {
    return EMPTY_DRAFT
  }
}

/** Whether there is anything to lose [SHELL-13]. */
export const isTyped = (draft: AccountDraft): boolean => FIELDS.some((field) => draft[field] !== '')

/**
 * What plainly cannot be needs no server to say so; age and common passwords are the server's to judge.
 * @param unreadableDate the browser holds a date that is none: it gives an empty text for it [ACC-3]
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
  // The choice comes from the form's own list; the schema checks it all the same.
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
