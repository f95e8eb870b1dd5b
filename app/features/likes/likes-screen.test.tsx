// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { onLine } from '../../ports/page.ts'
import { errorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { putAnswer, refreshShown } from '../../state/resource.ts'
import { toasts } from '../../state/toasts.ts'
import { aCard, aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { ROWS_A_STEP } from '../../ui/first-rows.ts'
import { LikeButton } from './like-button.tsx'
import { LikesScreen, likesOf, MATCHES_IN_ROW } from './likes-screen.tsx'

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

test('[SAFE-7] the row of matches marks a fictional profile, and nobody else', async () => {
  enterAs(aUser())
  const profiles = [aCard({ id: 1, name: 'Luna', fictional: true }), aCard({ id: 2, name: 'Martina' })]
  const matches = profiles.map(({ id }) => ({ id, at: 30 }))
  answerCalls({ 'likes.get': { profiles, liked_by: [], liked: [], matches } })
  await showAt('/likes', <LikesScreen type="received" />)
  const rows = await screen.findAllByRole('link', { name: /Luna|Martina/ })
  expect(rows.map(({ textContent }) => textContent.includes(t('ui.fictional')))).toEqual([true, false])
})

test('[LIKE-1] a name written from right to left is cut off at its own end in the row of matches', async () => {
  enterAs(aUser())
  answerCalls({
    'likes.get': { profiles: [aCard({ id: 1, name: 'שלום' })], liked_by: [], liked: [], matches: [{ id: 1, at: 30 }] },
  })
  await showAt('/likes', <LikesScreen type="received" />)
  expect((await screen.findByText('שלום')).getAttribute('dir')).toBe('auto')
})

test('[PWA-2] a waiting like is marked as waiting, and without a network as waiting for that', async () => {
  expect(likesOf(likes, 'sent').map(({ waiting }) => waiting)).toEqual([false, true])
  enterAs(aUser())
  answerCalls({ 'likes.get': likes })
  await showAt('/likes/sent', <LikesScreen type="sent" />)
  const cards = await screen.findAllByRole('article')
  const marked = (words: string): boolean[] => cards.map(({ textContent }) => textContent.includes(words))
  expect(marked(t('ui.waits'))).toEqual([false, true])
  await act(async () => {
    onLine.value = false
  })
  expect(marked(t('ui.waitsForNetwork'))).toEqual([false, true])
})

test('[LIKE-1] the line of somebody without a city has the time alone', async () => {
  enterAs(aUser())
  const profiles = [aCard({ id: 1, city: '' }), aCard({ id: 2, city: 'Roma' })]
  const liked_by = profiles.map(({ id }) => ({ id, like_new: false, at: 0 }))
  answerCalls({ 'likes.get': { profiles, liked_by, liked: [], matches: [] } })
  await showAt('/likes', <LikesScreen type="received" />)
  const cards = await screen.findAllByRole('article')
  expect(cards.map(({ textContent }) => textContent.includes('·'))).toEqual([false, true])
})

test('[SHELL-19] [PWA-2] a screen reader hears with the heart that the like waits', async () => {
  enterAs(aUser())
  answerCalls({ 'likes.get': likes })
  await showAt('/likes/sent', <LikesScreen type="sent" />)
  await screen.findAllByRole('article')
  const hearts = screen.getAllByRole('button', { pressed: true })
  const waiting = screen.getAllByRole('button', { pressed: true, description: t('ui.waits') })
  expect(hearts.map((heart) => waiting.includes(heart))).toEqual([false, true])
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

const manyLikes = (from = 0, count = ROWS_A_STEP + 10) => {
  const all = Array.from({ length: count }, (_, index) => from + index + 1)
  return {
    profiles: all.map((id) => aCard({ id })),
    liked_by: all.map((id) => ({ id, like_new: false, at: id })),
    liked: all.map((id) => ({ id, at: id })),
    matches: all.map((id) => ({ id, at: id })),
  }
}

test.each(['received', 'sent', 'matches'] as const)(
  '[LIKE-1] thousands of likes (%s) are drawn in steps of a tap',
  async (type) => {
    enterAs(aUser())
    answerCalls({ 'likes.get': manyLikes() })
    await showAt('/likes', <LikesScreen type={type} />)
    expect(await screen.findAllByRole('article')).toHaveLength(ROWS_A_STEP)
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('ui.showMore') })))
    expect(screen.getAllByRole('article')).toHaveLength(ROWS_A_STEP + 10)
    expect(screen.queryByRole('button', { name: t('ui.showMore') })).toBeNull()
  },
)

test('[LIKE-1] the row of matches has the newest alone, and links to all', async () => {
  enterAs(aUser())
  answerCalls({ 'likes.get': manyLikes() })
  await showAt('/likes', <LikesScreen type="received" />)
  const cards = await screen.findAllByRole('article')
  expect(screen.getAllByRole('listitem')).toHaveLength(cards.length + MATCHES_IN_ROW)
  expect(screen.getByRole('link', { name: t('likes.all', { count: ROWS_A_STEP + 10 }) })).toBeDefined()
})

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

test('[LIKE-2] on a page without a worker, the hearts of later pages are filled, and so is that of a profile that says it is liked', async () => {
  enterAs(aUser())
  answerCalls({ 'likes.get': { ...pageOf(1), liked: [{ id: 1, at: 1 }], next: '1-2~' } })
  await showAt('/likes/sent', <LikesScreen type="sent" />)
  await act(refreshShown)
  answerCalls({ 'likes.get': { ...pageOf(2), liked: [{ id: 2, at: 2 }] } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('ui.showMore') })))
  expect(screen.getAllByRole('button', { pressed: true })).toHaveLength(2)
  await showAt('/members/3', <LikeButton profile={aCard({ id: 3 })} isListed />)
  expect(screen.getAllByRole('button', { pressed: true })).toHaveLength(3)
})

/** The first page of a device that has 300 likes of which 30 are matches. */
const firstPage = () => {
  const { matches, ...page } = manyLikes(0, ROWS_A_STEP)
  const ids = Array.from({ length: 100 }, (_, index) => ROWS_A_STEP + 1 + index)
  const later = { liked_by: 100, liked: 100, matches: 0, mine: ids, unseen: ids.slice(0, 1), complete: true }
  return { ...page, matches: matches.slice(0, 30), next: String(ROWS_A_STEP), later }
}

test('[LIKE-1] a tap loads the next page of the device and shows its rows', async () => {
  enterAs(aUser())
  answerCalls({ 'likes.get': firstPage() })
  await showAt('/likes/sent', <LikesScreen type="sent" />)
  await act(refreshShown)
  expect(screen.getAllByRole('article')).toHaveLength(ROWS_A_STEP)
  answerCalls({ 'likes.get': { ...manyLikes(ROWS_A_STEP, 100), next: null } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('ui.showMore') })))
  expect(screen.getAllByRole('article')).toHaveLength(300)
  expect(screen.queryByRole('button', { name: t('ui.showMore') })).toBeNull()
})

test('[LIKE-1] a list that ends on the first page offers no more, unless the device lacks pages of the server', async () => {
  enterAs(aUser())
  answerCalls({ 'likes.get': firstPage() })
  await showAt('/likes/matches', <LikesScreen type="matches" />)
  await act(refreshShown)
  expect(screen.getAllByRole('article')).toHaveLength(30)
  expect(screen.queryByRole('button', { name: t('ui.showMore') })).toBeNull()
  const { later, ...page } = firstPage()
  answerCalls({ 'likes.get': { ...page, later: { ...later, complete: false } } })
  await act(refreshShown)
  expect(screen.getByRole('button', { name: t('ui.showMore') })).toBeDefined()
})

test('[LIKE-1] the row of matches counts those of later pages', async () => {
  enterAs(aUser())
  const { later, ...page } = firstPage()
  answerCalls({ 'likes.get': { ...page, later: { ...later, matches: 70 } } })
  await showAt('/likes', <LikesScreen type="received" />)
  await act(refreshShown)
  expect(screen.getByRole('link', { name: t('likes.all', { count: 100 }) })).toBeDefined()
})

test('[SHELL-19] the first new row takes the focus of the button that loaded it, whether more follow or not', async () => {
  enterAs(aUser())
  answerCalls({ 'likes.get': { ...pageOf(1), next: '1-2~' } })
  await showAt('/likes', <LikesScreen type="received" />)
  await act(refreshShown)
  const loadMore = async (page: ReturnType<typeof pageOf> & { next?: string }): Promise<void> => {
    answerCalls({ 'likes.get': page })
    const button = screen.getByRole('button', { name: t('ui.showMore') })
    button.focus()
    await act(async () => void fireEvent.click(button))
  }
  await loadMore({ ...pageOf(2), next: '2-3~' })
  expect(document.activeElement?.textContent).toContain('Member 2')
  await loadMore(pageOf(3))
  expect(document.activeElement?.textContent).toContain('Member 3')
})

const heart = () => screen.getByRole('button', { name: t('likes.like', { name: 'Anna' }) })

test('[LIKE-2] a double tap likes once, and does not take the like back', async () => {
  enterAs(aUser())
  const card = aCard({ id: 7, name: 'Anna' })
  const likes = { profiles: [card], liked_by: [], liked: [], matches: [] }
  const put = { like: { profile: 7, received: null, sent: { at: 1 } }, match: false }
  const asked = answerCalls({ 'likes.get': { ...likes, liked: [{ id: 7, at: 1 }] }, 'likes.put': put })
  putAnswer('likes.get', { query: {} }, likes)
  await showAt('/members/7', <LikeButton profile={card} />)
  for (const detail of [1, 2]) await act(async () => void fireEvent.click(heart(), { detail }))
  expect(asked.map(({ name }) => name).filter((name) => name !== 'likes.get')).toEqual(['likes.put'])
})

test('[LIKE-2] a like that is given again ends the note that it was taken back', async () => {
  enterAs(aUser())
  const card = aCard({ id: 7, name: 'Anna' })
  const sent = (liked: boolean) => ({
    profiles: [card],
    liked_by: [],
    liked: liked ? [{ id: 7, at: 1 }] : [],
    matches: [],
  })
  const press = async (liked: boolean) => {
    const like = { profile: 7, received: null, sent: liked ? { at: 1 } : null }
    answerCalls({
      'likes.get': sent(liked),
      'likes.put': { like, match: false },
      'likes.delete': { like, match: false },
    })
    await act(async () => void fireEvent.click(heart()))
    expect(heart().getAttribute('aria-pressed')).toBe(String(liked))
  }
  putAnswer('likes.get', { query: {} }, sent(true))
  await showAt('/members/7', <LikeButton profile={card} />)
  await press(false)
  expect(toasts.value.map(({ text }) => text)).toEqual([t('likes.unliked', { name: 'Anna' })])
  await press(true)
  expect(toasts.value).toEqual([])
})

test('[LIKE-2] a like that cannot be taken back stays, and no note says that it has gone', async () => {
  enterAs(aUser())
  const card = aCard({ id: 7, name: 'Anna' })
  const likes = { profiles: [card], liked_by: [], liked: [{ id: 7, at: 1 }], matches: [] }
  answerCalls({ 'likes.get': likes, 'likes.delete': 'storage_full' })
  putAnswer('likes.get', { query: {} }, likes)
  await showAt('/members/7', <LikeButton profile={card} />)
  await act(async () => void fireEvent.click(heart()))
  expect(heart().getAttribute('aria-pressed')).toBe('true')
  expect(toasts.value.map(({ text }) => text)).toEqual([errorText({ error: 'storage_full' })])
})
