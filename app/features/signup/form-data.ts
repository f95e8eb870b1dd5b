/** What the signup form holds, and how it becomes the call's input and its refusals the fields' words. */
import * as v from 'valibot'
import type { CallInput } from '#contract/calls.ts'
import { isFieldError, type ErrorBody, type FieldError } from '#contract/errors.ts'
import type { Locale } from '#contract/locales.ts'

/** In the order of the form: the first refused one gets the focus. */
export const FIELDS = [
  'email',
  'name',
  'password',
  'date_of_birth',
  'gender',
  'looking_for',
  'country',
  'countryregion',
  'city',
] as const
export type SignupField = (typeof FIELDS)[number]

export type SignupDraft = Record<SignupField, string>

export const EMPTY_DRAFT: SignupDraft = {
  email: '',
  name: '',
  password: '',
  date_of_birth: '',
  gender: '',
  looking_for: '',
  country: '',
  countryregion: '',
  city: '',
}

export type FieldErrors = Partial<Record<SignupField, FieldError>>

/** What is typed survives a reload; the password never does. */
export const keptOf = (draft: SignupDraft): string => JSON.stringify({ ...draft, password: '' })

const Kept = v.object(v.entriesFromList(FIELDS, v.optional(v.string(), '')))

export const draftOf = (kept: string | null): SignupDraft => {
  try {
    const { output, success } = v.safeParse(Kept, JSON.parse(kept ?? '{}'))
    return success ? { ...output, password: '' } : EMPTY_DRAFT
  } catch {
    return EMPTY_DRAFT
  }
}

/** Changing a country or region takes back what was chosen inside the old one. */
export const changed = (draft: SignupDraft, field: SignupField, value: string): SignupDraft => {
  const next = { ...draft, [field]: value }
  if (field === 'country') return { ...next, countryregion: '', city: '' }
  return field === 'countryregion' ? { ...next, city: '' } : next
}

/** What is plainly missing needs no server to say so; everything else is the server's to judge. */
export const missingIn = (draft: SignupDraft): FieldErrors =>
  Object.fromEntries(FIELDS.filter((field) => draft[field].trim() === '').map((field) => [field, 'required' as const]))

export const inputOf = (draft: SignupDraft, language: Locale): CallInput<'signup'>['body'] =>
  // The choices come from the form's own lists; the server checks them all the same.
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
export const firstOf = (errors: FieldErrors): SignupField | null => FIELDS.find((field) => errors[field]) ?? null
