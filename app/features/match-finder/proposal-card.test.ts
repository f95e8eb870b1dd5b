import { beforeAll, expect, test, vi } from 'vitest'
import { loadAllTexts, showLocale } from '../../state/i18n.ts'
import { reasonText } from './proposal-card.tsx'

beforeAll(async () => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en' } })
  await showLocale('en')
  await loadAllTexts()
})

test('[FIND-5] every reason has a text, with three interests at most', () => {
  expect(reasonText({ kind: 'interests', interests: ['cooking', 'wine', 'beach', 'art'] })).toBe(
    'In common: Cooking, Wine, and Beach',
  )
  expect(reasonText({ kind: 'mutual' })).toBe('You are looking for the same thing')
  for (const kind of ['same_region', 'age', 'mutual', 'active'] as const)
    expect(reasonText({ kind })).not.toContain('matches.')
})
