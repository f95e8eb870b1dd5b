/**
 * The deck of the game [LIKE-5]: the answers of the server or the device, combined with choices still being sent.
 * Pure: every step returns a new deck.
 */
import { SWIPE_LIKES_A_DAY } from '#contract/limits.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { SwipeChoice } from '#contract/entities/like.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'

export type Deck = {
  /** The first one is on top. */
  cards: readonly ProfileCard[]
  /** The choices made here, which no older answer may bring back. `sent` is set once the choice was accepted. */
  chosen: ReadonlyMap<number, { choice: SwipeChoice; sent: boolean }>
  /** Cards that are leaving the screen, the latest first. */
  leaving: readonly { card: ProfileCard; choice: SwipeChoice }[]
  /** The card that the undo button brings back, or null. */
  lastPass: ProfileCard | null
  /** The id of the card brought back, until an answer contains it or the next choice. */
  returned: number | null
  /** The likes left today, minus those being sent; null before the first answer. */
  left: number | null
  /** The likes left in the last answer. */
  answered: number | null
  /** The time when new likes arrive, in ms. */
  resetsAt: number | null
}

export const NO_DECK: Deck = {
  cards: [],
  chosen: new Map(),
  leaving: [],
  lastPass: null,
  returned: null,
  left: null,
  answered: null,
  resetsAt: null,
}

type DeckAnswer = { cards: readonly ProfileCard[]; likes_left: number; resets_at: number }

/**
 * Merges an answer: the top card stays, the others keep their order, and new cards come below.
 * @param now the time by the server's clock; null if the worker has answered, which has looked at the day itself
 */
export const withAnswer = (deck: Deck, answer: DeckAnswer, now: number | null): Deck => {
  const answered = new Set(answer.cards.map(({ id }) => id))
  // Forget a sent choice once an answer knows of it: from then on the answers decide who is left.
  const chosen = new Map([...deck.chosen].filter(([id, { sent }]) => !sent || answered.has(id)))
  const remaining = deck.cards.filter(({ id }, place) => place === 0 || answered.has(id))
  const known = new Set(remaining.map(({ id }) => id))
  const fresh = answer.cards.filter(({ id }) => !known.has(id) && !chosen.has(id))
  // A cached answer from before midnight still has yesterday's count.
  const likesLeft = now !== null && answer.resets_at <= now ? SWIPE_LIKES_A_DAY : answer.likes_left
  return {
    ...deck,
    cards: [...remaining, ...fresh],
    chosen,
    returned: deck.returned !== null && answered.has(deck.returned) ? null : deck.returned,
    // A like being sent is not in an older answer, but may be in this one: never restore a like too early.
    left: deck.left !== null && isSending(chosen) ? Math.min(deck.left, likesLeft) : likesLeft,
    answered: likesLeft,
    resetsAt: answer.resets_at,
  }
}

/** Removes the top card. */
export const withChoice = (deck: Deck, choice: SwipeChoice): Deck => {
  const [card, ...cards] = deck.cards
  if (!card) return deck
  return {
    ...deck,
    cards,
    chosen: new Map(deck.chosen).set(card.id, { choice, sent: false }),
    leaving: [{ card, choice }, ...deck.leaving.filter((other) => other.card.id !== card.id)],
    lastPass: choice === 'pass' ? card : deck.lastPass,
    returned: null,
    left: choice === 'like' && deck.left !== null ? Math.max(0, deck.left - 1) : deck.left,
  }
}

/** The choice was accepted, and an answer requested since then has arrived. */
export const withSent = (deck: Deck, id: number): Deck => {
  const own = deck.chosen.get(id)
  if (!own) return deck
  return { ...deck, chosen: new Map(deck.chosen).set(id, { ...own, sent: true }) }
}

/** After these errors the card cannot be chosen any more and does not come back. */
const GONE: ReadonlySet<ErrorCode> = new Set([
  'not_found',
  'blocked',
  'blocking',
  'recipient_deleted',
  'self_not_allowed',
])

/** The choice was refused: the card comes back, unless it cannot be chosen any more. */
export const withRefusal = (deck: Deck, card: ProfileCard, error: ErrorCode): Deck => {
  if (GONE.has(error))
    return { ...withSent(deck, card.id), lastPass: without(deck.lastPass, card.id), left: deck.answered }
  return withCardBack(deck, card)
}

/** Undoes the last pass: the card is on top again. */
export const withPassUndone = (deck: Deck): Deck => (deck.lastPass ? withCardBack(deck, deck.lastPass) : deck)

const withCardBack = (deck: Deck, card: ProfileCard): Deck => {
  const chosen = new Map(deck.chosen)
  chosen.delete(card.id)
  return {
    ...deck,
    cards: [card, ...deck.cards.filter(({ id }) => id !== card.id)],
    chosen,
    leaving: deck.leaving.filter((other) => other.card.id !== card.id),
    lastPass: without(deck.lastPass, card.id),
    returned: card.id,
    left: isSending(chosen) ? deck.left : deck.answered,
  }
}

/** Removes a card that has left the screen. */
export const withGone = (deck: Deck, id: number): Deck => ({
  ...deck,
  leaving: deck.leaving.filter(({ card }) => card.id !== id),
})

const isSending = (chosen: Deck['chosen']): boolean =>
  [...chosen.values()].some(({ choice, sent }) => choice === 'like' && !sent)

const without = (card: ProfileCard | null, id: number): ProfileCard | null => (card?.id === id ? null : card)
