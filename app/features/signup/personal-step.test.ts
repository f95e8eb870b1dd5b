import { expect, test } from 'vitest'
import { FACT_NAMES, OPEN_FACTS, noFacts } from '#contract/entities/profile-facts.ts'
import { hasSensitive } from '#contract/rules/sensitive.ts'
import { personalChange, withConsent, type Personal } from './personal-step.tsx'

const told: Personal = {
  ...noFacts(FACT_NAMES),
  hair_colour: 'brown',
  relationship_status: 'single',
  sexuality: 'bi',
  looking_for: 'both',
  interests: ['tea', 'bondage'],
}

test('[ACC-18] sensitive data leaves the form only with the consent', () => {
  expect(hasSensitive(withConsent(told, false))).toBe(false)
  expect(personalChange(told, false)).toEqual({
    ...noFacts(OPEN_FACTS),
    hair_colour: 'brown',
    relationship_status: 'single',
    interests: ['tea'],
  })
  expect(personalChange({ ...told, sexuality: null }, true)).toEqual({ ...told, sexuality: null })
})

test('[ACC-18] each sensitive field alone counts as sensitive', () => {
  const none = withConsent(told, false)
  expect(hasSensitive({ ...none, sexuality: 'gay' })).toBe(true)
  expect(hasSensitive({ ...none, looking_for: 'male' })).toBe(true)
  expect(hasSensitive({ ...none, interests: ['sex'] })).toBe(true)
})
