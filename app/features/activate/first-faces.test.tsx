// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadAllTexts, showLocale } from '../../state/i18n.ts'
import { putAnswer } from '../../state/resource.ts'
import { aCard, aUser } from '../../testing/factories.ts'
import { ActivateScreen } from './activate-screen.tsx'

beforeAll(async () => {
  await showLocale('en')
  await loadAllTexts()
})
afterEach(cleanup)

const proposal = (id: number, name: string, fictional: boolean) => ({
  profile: aCard({ id, name, fictional }),
  reasons: [],
})

test('[ACC-6] a confirmed mail shows up to three people who fit, never fiction', async () => {
  putAnswer('user.get', {}, { user: aUser({ status: 'active' }), counts: { unread_messages: 0, new_likes: 0 } })
  putAnswer(
    'match_finder.get',
    { query: {} },
    {
      results: [
        proposal(1, 'Fiona', true),
        proposal(2, 'Noor', false),
        proposal(3, 'Clara', false),
        proposal(4, 'Grace', false),
        proposal(5, 'Lena', false),
      ],
    },
  )
  await act(async () => void render(<ActivateScreen done />))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('You are in')
  expect(screen.getAllByRole('listitem').map((face) => face.querySelector('b')?.textContent)).toEqual([
    'Noor',
    'Clara',
    'Grace',
  ])
})
