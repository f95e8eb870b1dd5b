import { expect, test } from 'vitest'
import { INTERESTS } from '#contract/entities/profile.ts'
import { isSensitive, withoutSensitiveInterests } from '#contract/rules/sensitive.ts'
import { INTERESTS_MAX } from '#contract/limits.ts'
import { INTEREST_GROUPS, withToggled } from './interest-picker.tsx'

test('[PROF-8] a seventeenth interest is refused; one of the sixteen can be replaced', () => {
  const sixteen = INTERESTS.slice(0, INTERESTS_MAX)
  expect(withToggled(sixteen, 'coffee')).toEqual(sixteen)
  const fifteen = withToggled(sixteen, 'kissing')
  expect(fifteen).toHaveLength(15)
  expect(withToggled(fifteen, 'coffee')).toEqual([...fifteen, 'coffee'])
})

test('[PROF-1][ACC-18] every interest is offered once, the sensitive ones in their own group', () => {
  expect([...INTEREST_GROUPS.everyday, ...INTEREST_GROUPS.sensitive].toSorted()).toEqual([...INTERESTS].toSorted())
  expect(INTEREST_GROUPS.everyday.some(isSensitive)).toBe(false)
  expect(withoutSensitiveInterests(['sex', 'tea', 'bondage'])).toEqual(['tea'])
})
