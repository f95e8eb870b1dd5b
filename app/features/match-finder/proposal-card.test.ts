import { expect, test } from 'vitest'
import { Proposal } from '#contract/entities/proposal.ts'
import { safeParseNewer } from '#contract/newer.ts'
import { t } from '../../state/i18n.ts'
import { aCard } from '../../testing/factories.ts'
import { matchReasonText } from './proposal-card.tsx'
import { setUpTexts } from '../../testing/texts.ts'

setUpTexts()

test('[FIND-5] every reason has a text, with three interests at most', () => {
  expect(matchReasonText({ kind: 'interests', interests: ['cooking', 'wine', 'beach', 'art'] })).toBe(
    'In common: Cooking, Wine, and Beach',
  )
  expect(matchReasonText({ kind: 'mutual' })).toBe('You are looking for the same thing')
  for (const kind of ['same_region', 'age', 'mutual', 'active'] as const)
    expect(matchReasonText({ kind })).not.toContain('matches.')
})

test('[PWA-10] a reason that only a newer server knows leaves the proposal readable, and no text', () => {
  const proposal = { profile: aCard(), reasons: [{ kind: 'age' }, { kind: 'stars', sign: 'leo' }] }
  const parsed = safeParseNewer(Proposal, proposal)
  expect(parsed.success && parsed.output.reasons.map(matchReasonText)).toEqual([t('matches.age'), null])
})
