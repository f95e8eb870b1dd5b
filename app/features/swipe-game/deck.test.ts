import { describe, expect, test } from 'vitest'
import { SWIPE_LIKES_A_DAY } from '#contract/limits.ts'
import { aCard } from '../../testing/factories.ts'
import { NO_DECK, withAnswer, withChoice, withGone, withPassUndone, withRefusal, withSent, type Deck } from './deck.ts'

const NOW = 1_000
const TOMORROW = 90_000
const answer = (ids: number[], likesLeft = 4) => ({
  cards: ids.map((id) => aCard({ id })),
  likes_left: likesLeft,
  resets_at: TOMORROW,
})
const answered = (deck: Deck, ids: number[], likesLeft = 4): Deck => withAnswer(deck, answer(ids, likesLeft), NOW)
const idsOf = (deck: Deck): number[] => deck.cards.map(({ id }) => id)

const fresh = answered(NO_DECK, [1, 2, 3])

describe('[LIKE-5] the deck', () => {
  test('shows the cards of the answer and the likes left', () => {
    expect(idsOf(fresh)).toEqual([1, 2, 3])
    expect(fresh.left).toBe(4)
  })

  test('never brings back a swiped card, even if an older answer still contains it', () => {
    const deck = withChoice(fresh, 'pass')
    expect(idsOf(deck)).toEqual([2, 3])
    expect(idsOf(answered(deck, [1, 2, 3]))).toEqual([2, 3])
    expect(idsOf(answered(withSent(deck, 1), [1, 2, 3, 4]))).toEqual([2, 3, 4])
  })

  test('trusts the answers again once they know the choice: a card refused later is back', () => {
    const known = answered(withSent(withChoice(fresh, 'like'), 1), [2, 3])
    expect(idsOf(answered(known, [2, 3, 1]))).toEqual([2, 3, 1])
  })

  test('the top card and the order below it stay, whatever the order of an answer', () => {
    expect(idsOf(answered(fresh, [3, 4, 2]))).toEqual([1, 2, 3, 4])
    expect(idsOf(answered(fresh, [4, 3]))).toEqual([1, 3, 4])
  })
})

describe('[LIKE-5] likes left', () => {
  test('decrease with the tap, before any answer, and never below zero', () => {
    const one = withChoice(fresh, 'like')
    expect(one.left).toBe(3)
    expect(withChoice(answered(NO_DECK, [1], 0), 'like').left).toBe(0)
    expect(withChoice(fresh, 'pass').left).toBe(4)
  })

  test('are neither restored by an earlier answer nor reduced twice by a later one', () => {
    const one = withChoice(fresh, 'like')
    expect(answered(one, [2, 3], 4).left).toBe(3)
    expect(answered(one, [2, 3], 3).left).toBe(3)
    expect(withSent(answered(one, [2, 3], 3), 1).left).toBe(3)
  })

  test('are restored when the like is refused', () => {
    const refused = withRefusal(withChoice(fresh, 'like'), aCard({ id: 1 }), 'network_unavailable')
    expect(refused.left).toBe(4)
    expect(idsOf(refused)).toEqual([1, 2, 3])
  })

  test('are complete again after midnight, even if the answer is from yesterday', () => {
    expect(withAnswer(NO_DECK, answer([1], 0), TOMORROW).left).toBe(SWIPE_LIKES_A_DAY)
    expect(withAnswer(NO_DECK, answer([1], 0), TOMORROW - 1).left).toBe(0)
    expect(withAnswer(NO_DECK, answer([1], 0), null).left, 'the worker looks at the day').toBe(0)
  })
})

describe('[LIKE-5] undo of the last pass', () => {
  const passed = withChoice(fresh, 'pass')

  test('the card is on top again and stays there until an answer contains it', () => {
    const back = withPassUndone(answered(withSent(passed, 1), [2, 3]))
    expect(idsOf(back)).toEqual([1, 2, 3])
    expect(back.returned).toBe(1)
    expect(back.lastPass).toBeNull()
    expect(idsOf(answered(back, [2, 3]))).toEqual([1, 2, 3])
    expect(answered(back, [1, 2, 3]).returned).toBeNull()
  })

  test('removes the card from the leaving ones', () => {
    expect(passed.leaving).toHaveLength(1)
    expect(withPassUndone(passed).leaving).toEqual([])
    expect(withGone(passed, 1).leaving).toEqual([])
  })

  test('is still possible after a like, is used up by one undo, and does not follow a like alone', () => {
    expect(withChoice(passed, 'like').lastPass?.id).toBe(1)
    expect(withPassUndone(withPassUndone(passed))).toEqual(withPassUndone(passed))
    expect(withChoice(fresh, 'like').lastPass).toBeNull()
  })
})

test('[LIKE-5] a card that cannot be chosen any more does not come back', () => {
  const refused = withRefusal(withChoice(fresh, 'pass'), aCard({ id: 1 }), 'recipient_deleted')
  expect(idsOf(refused)).toEqual([2, 3])
  expect(refused.lastPass).toBeNull()
})
