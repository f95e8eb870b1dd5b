// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { t } from '../../state/i18n.ts'
import { refreshShown } from '../../state/resource.ts'
import { aCard, aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { LikesScreen, likesOf } from './likes-screen.tsx'

setUpScreens()

const likes = {
  profiles: [aCard({ id: 1 }), aCard({ id: 2 }), aCard({ id: 3 })],
  liked_by: [
    { id: 1, like_new: false, at: 30 },
    { id: 2, like_new: true, at: 10 },
    { id: 99, like_new: true, at: 50 },
  ],
  liked: [
    { id: 3, at: 5, waiting: true },
    { id: 1, at: 9 },
  ],
  matches: [{ id: 1, at: 30 }],
}
const ids = (type: 'received' | 'sent' | 'matches') => likesOf(likes, type).map(({ card }) => card.id)

test('[LIKE-1] received, sent and matches each have their own order', () => {
  expect(ids('received')).toEqual([2, 1])
  expect(ids('sent')).toEqual([1, 3])
  expect(ids('matches')).toEqual([1])
})

test('[LIKE-4] only a like that was not seen is marked as new', () => {
  expect(likesOf(likes, 'received').map(({ isNew }) => isNew)).toEqual([true, false])
  expect(likesOf(likes, 'sent').some(({ isNew }) => isNew)).toBe(false)
})

test('[PWA-2] a waiting like is marked as waiting', () => {
  expect(likesOf(likes, 'sent').map(({ waiting }) => waiting)).toEqual([false, true])
})

const pageOf = (id: number) => ({
  profiles: [aCard({ id, name: `Member ${id}` })],
  liked_by: [{ id, like_new: false, at: 100 - id }],
  liked: [],
  matches: [],
})
const shownNames = () =>
  within(screen.getByRole('list', { name: t('likes.theyLikeYou') }))
    .getAllByRole('listitem')
    .map((item) => /Member \d/.exec(item.textContent)?.[0])

test('[LIKE-1] a page without a worker loads the likes after the first page at a tap', async () => {
  enterAs(aUser())
  answerCalls({ 'likes.get': { ...pageOf(1), next: '1-2~' } })
  await showAt('/likes', <LikesScreen type="received" />)
  await act(refreshShown)
  expect(shownNames()).toEqual(['Member 1'])
  const asked = answerCalls({ 'likes.get': pageOf(2) })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('ui.showMore') })))
  expect(asked.map(({ query }) => query)).toEqual(['after=1-2%7E'])
  expect(shownNames()).toEqual(['Member 1', 'Member 2'])
  expect(screen.queryByRole('button', { name: t('ui.showMore') })).toBeNull()
})
