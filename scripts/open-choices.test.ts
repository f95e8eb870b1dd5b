import { expect, test } from 'vitest'
import { withOpenChoices } from './open-choices.ts'

test('[PWA-10] the worker takes any choice, and still says what is no text', () => {
  expect(withOpenChoices("v.optional(v.nullable(v.picklist(EYE_COLOURS, 'invalid')))")).toBe(
    "v.optional(v.nullable(v.string('invalid')))",
  )
  expect(withOpenChoices('v.array(v.picklist(INTERESTS))')).toBe('v.array(v.string())')
  expect(withOpenChoices("v.picklist(['yes', 'no'])")).toBe("v.picklist(['yes', 'no'])")
  // What a refusal says of fields is handed on; a language the worker itself speaks.
  expect(withOpenChoices('v.optional(v.record(v.string(), v.picklist(FIELD_ERRORS)))')).toBe('v.optional(v.any())')
  expect(withOpenChoices('v.picklist(LOCALES)')).toBe('v.picklist(LOCALES)')
})
