import { expect, test } from 'vitest'
import { aCard } from '../../testing/factories.ts'
import { likesOf } from './likes-screen.tsx'

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
