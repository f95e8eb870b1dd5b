// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Photo } from '#contract/entities/photo.ts'
import { t } from '../../state/i18n.ts'
import { putAnswer } from '../../state/resource.ts'
import { aCard, aPhoto, aUser } from '../../testing/factories.ts'
import { ActivateScreen } from './activate-screen.tsx'
import { setUpTexts } from '../../testing/texts.ts'

setUpTexts()
afterEach(cleanup)

const proposal = (id: number, name: string, fictional: boolean, main_image: Photo | null = aPhoto('a1')) => ({
  profile: aCard({ id, name, fictional, main_image }),
  reasons: [],
})

test('[ACC-6] a confirmed mail shows up to three people who fit, those with a photo first, never fiction', async () => {
  putAnswer('user.get', {}, { user: aUser({ status: 'active' }), counts: { unread_messages: 0, new_likes: 0 } })
  putAnswer(
    'match_finder.get',
    { query: {} },
    {
      results: [
        proposal(1, 'Fiona', true),
        proposal(2, 'Noor', false, null),
        proposal(6, 'Vera', false, { ...aPhoto('b2'), locked: true }),
        proposal(3, 'Clara', false),
        proposal(4, 'Grace', false),
        proposal(5, 'Lena', false),
      ],
    },
  )
  await act(async () => void render(<ActivateScreen done />))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('You are in')
  expect(screen.getAllByRole('listitem').map((face) => face.querySelector('b')?.textContent)).toEqual([
    'Clara',
    'Grace',
    'Lena',
  ])
})

test('[ACC-6] a member whose address is not confirmed does not read that it is, after the link of another account', async () => {
  const account = { user: aUser({ status: 'not_confirmed', email: 'second@example.test' }), counts: null }
  vi.stubGlobal('fetch', async () => Response.json(account))
  putAnswer('user.get', {}, account)
  render(<ActivateScreen done />)
  expect(screen.queryByRole('heading', { level: 1 }), 'the account is not known yet').toBeNull()
  await act(async () => {})
  expect(screen.getByText(t('activate.otherAccount', { email: 'second@example.test' }))).toBeDefined()
  expect(screen.getByRole('button', { name: t('activation.again') })).toBeDefined()
  vi.unstubAllGlobals()
})
