import { describe, expect, test } from 'vitest'
import { changed, draftOf, EMPTY_DRAFT, fieldErrorsOf, firstOf, keptOf, missingIn } from './form-data.ts'

const draft = { ...EMPTY_DRAFT, email: 'ada@visavis.test', name: 'Ada', password: 'correct horse battery' }

describe('[ACC-1] what was typed', () => {
  test('survives a reload, but never the password', () => {
    const kept = keptOf(draft)
    expect(kept).not.toContain('horse')
    expect(draftOf(kept)).toEqual({ ...draft, password: '' })
  })

  test.each([null, '', '{', '[]', '{"email":7}'])('%j kept is an empty form', (kept) =>
    expect(draftOf(kept)).toEqual(EMPTY_DRAFT),
  )

  test('a region and a city of another country go with it', () => {
    const there = { ...draft, country: 'IT', countryregion: 'IT-25', city: 'IT-25/milano' }
    expect(changed(there, 'country', 'IE')).toMatchObject({ country: 'IE', countryregion: '', city: '' })
    expect(changed(there, 'countryregion', 'IT-62')).toMatchObject({ country: 'IT', city: '' })
  })
})

describe('[ACC-2] [ACC-3] refusals', () => {
  test('what is missing is said at its field, the first of them first', () => {
    const missing = missingIn(draft)
    expect(missing.email).toBeUndefined()
    expect(missing.date_of_birth).toBe('required')
    expect(firstOf(missing)).toBe('date_of_birth')
    expect(firstOf({})).toBeNull()
  })

  test('what the server refuses is said at its field; what it names besides is not taken for one', () => {
    const fields = { name: 'name_is_email', password: 'password_common', else: 'invalid' } as const
    const refused = fieldErrorsOf({ error: 'invalid_input', fields })
    expect(refused).toEqual({ name: 'name_is_email', password: 'password_common' })
    expect(firstOf(refused)).toBe('name')
  })
})
