import { expect, test } from 'vitest'
import { t } from '../../state/i18n.ts'
import { aCard, aPhoto } from '../../testing/factories.ts'
import { NO_DECK } from './deck.ts'
import { photosToPrefetch, spokenWords } from './swipe-game-screen.tsx'
import { setUpTexts } from '../../testing/texts.ts'

setUpTexts()

test('[LIKE-5] the photos of the next cards are prefetched, four small ones at most', () => {
  const cards = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => aCard({ id, main_image: id === 5 ? null : aPhoto(String(id)) }))
  expect(photosToPrefetch(cards)).toEqual(['/photos/4/card', '/photos/6/card', '/photos/7/card'])
  expect(photosToPrefetch(cards.slice(0, 3))).toEqual([])
})

test('[SHELL-19] [SAFE-7] a screen reader hears who is on top, a fictional profile by its mark, and why nobody is', () => {
  const anna = aCard({ id: 11, name: 'Anna', age: 38, city: 'Bologna' })
  const deck = { ...NO_DECK, cards: [anna], left: 1, resetsAt: 1_000 }
  expect(spokenWords(NO_DECK, true)).toBeNull()
  expect(spokenWords(deck, true)).toBe('Now: Anna, 38, Bologna')
  expect(spokenWords({ ...deck, cards: [{ ...anna, fictional: true }] }, true)).toBe(
    `Now: Anna, 38, ${t('ui.chatOnly')}`,
  )
  expect(spokenWords({ ...deck, left: 0 }, true)).toBe(t('swipe.over'))
  expect(spokenWords({ ...deck, cards: [] }, true)).toBe(t('swipe.none'))
  expect(spokenWords({ ...deck, cards: [] }, false)).toBe(t('swipe.noneHeld'))
})
