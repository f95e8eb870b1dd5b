import { describe, expect, test } from 'vitest'
import {
  ageOf,
  draftOf,
  EMPTY_DRAFT,
  fieldErrorsOf,
  firstOf,
  isTyped,
  storableDraft,
  refusedIn,
  YOU_FIELDS,
} from './account-data.ts'

const draft = {
  email: 'ada@visavis.test',
  name: 'Ada',
  password: 'correct horse battery',
  date_of_birth: '1990-02-01',
  gender: 'female',
}

const refused = (change: Partial<typeof draft>) => refusedIn({ ...draft, ...change }, 'it')

describe('[ACC-1] the draft of the account form', () => {
  test('survives a reload, but never the password', () => {
    const stored = storableDraft(draft)
    expect(stored).not.toContain('horse')
    expect(draftOf(stored)).toEqual({ ...draft, password: '' })
  })

  test.each([null, '', '{', '[]', '{"email":7}'])('stored as %j it is an empty form', (stored) =>
    expect(draftOf(stored)).toEqual(EMPTY_DRAFT),
  )

  test('[SHELL-13] a single letter is something to lose, an empty form is not', () => {
    expect(isTyped(EMPTY_DRAFT)).toBe(false)
    expect(isTyped({ ...EMPTY_DRAFT, password: 'x' })).toBe(true)
  })
})

describe('field errors found before the request', () => {
  test('valid fields pass, missing ones are refused, and the first of them comes first', () => {
    expect(refused({})).toEqual({})
    const all = refusedIn(EMPTY_DRAFT, 'it')
    expect(Object.values(all)).toEqual(['required', 'required', 'required', 'required', 'required'])
    expect(firstOf(all)).toBe('name')
    expect(Object.keys(refusedIn(EMPTY_DRAFT, 'it', YOU_FIELDS))).toEqual(['name', 'date_of_birth', 'gender'])
    expect(firstOf({})).toBeNull()
  })

  test('[ACC-2] names: 3 to 30 characters, not the e-mail address, no @ in front', () => {
    expect(refused({ name: 'Al' })).toEqual({ name: 'too_short' })
    expect(refused({ name: 'x'.repeat(31) })).toEqual({ name: 'too_long' })
    expect(refused({ name: '@ada' })).toEqual({ name: 'name_starts_with_at' })
    expect(refused({ name: 'ADA@visavis.test' })).toEqual({ name: 'name_is_email' })
  })

  test('[ACC-3] an invalid date', () => {
    expect(refused({ date_of_birth: '1990-02-30' })).toEqual({ date_of_birth: 'birth_date_invalid' })
    expect(refused({ date_of_birth: '14/09/85' })).toEqual({ date_of_birth: 'birth_date_invalid' })
  })

  test('[ACC-3] the age that others see changes on the birthday', () => {
    expect(ageOf('1985-09-04', '2026-09-03', 18)).toBe(40)
    expect(ageOf('1985-09-04', '2026-09-04', 18)).toBe(41)
    expect(ageOf('04/09/', '2026-09-04', 18)).toBeNull()
    expect(ageOf('2012-09-04', '2026-09-04', 18), 'no card shows the age of a minor').toBeNull()
    expect(ageOf('1012-09-04', '2026-09-04', 18)).toBeNull()
  })

  test('[ACC-4][ACC-5] addresses and passwords', () => {
    expect(refused({ email: 'ada@' })).toEqual({ email: 'email_invalid' })
    expect(refused({ password: 'too short' })).toEqual({ password: 'password_too_short' })
    expect(refused({ password: 'x'.repeat(129) })).toEqual({ password: 'password_too_long' })
  })

  test('an error of the server is shown at its field; unknown fields are ignored', () => {
    const fields = { password: 'password_common', date_of_birth: 'too_young', else: 'invalid' } as const
    const answered = fieldErrorsOf({ error: 'invalid_input', fields })
    expect(answered).toEqual({ password: 'password_common', date_of_birth: 'too_young' })
    expect(firstOf(answered)).toBe('date_of_birth')
  })
})
