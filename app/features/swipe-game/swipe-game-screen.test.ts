import { expect, test } from 'vitest'
import { aCard, aPhoto } from '../../testing/factories.ts'
import { photosAhead } from './swipe-game-screen.tsx'

test('[LIKE-5] the photos of the next cards are prefetched, four small ones at most', () => {
  const cards = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => aCard({ id, main_image: id === 5 ? null : aPhoto(String(id)) }))
  expect(photosAhead(cards)).toEqual(['/photos/4/card', '/photos/6/card', '/photos/7/card'])
  expect(photosAhead(cards.slice(0, 3))).toEqual([])
})
