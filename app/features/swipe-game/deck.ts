/**
 * The deck as the game shows it [LIKE-5]: what the server or the device says, and what was just chosen and is on its
 * way. Pure: every step gives a new deck.
 */
import { SWIPE_LIKES_A_DAY } from '#contract/limits.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { SwipeChoice } from '#contract/entities/like.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'

export type Deck = {
  /** The first one is on top. */
  cards: readonly ProfileCard[]
  /** Chosen here: no older answer may bring them back. `sent` once the choice was taken. */
  chosen: ReadonlyMap<number, { choice: SwipeChoice; sent: boolean }>
  /** Cards on their way out of sight, the last one first. */
  leaving: readonly { card: ProfileCard; choice: SwipeChoice }[]
  /** Whom the undo button brings back, or null. */
  lastPass: ProfileCard | null
  /** Who was brought back, until an answer knows of it or the next choice. */
  returned: number | null
  /** Likes of today that are left, the ones on their way taken off; null before the first answer. */
  left: number | null
  /** What the last answer said of that. */
  answered: number | null
  /** When new likes come, in ms. */
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

/** Takes an answer in: whoever is on top stays there, the rest keeps its order, the new ones come below. */
export const withAnswer = (deck: Deck, answer: DeckAnswer, now: number): Deck => {
  const answered = new Set(answer.cards.map(({ id }) => id))
  // A choice that was taken and that this answer knows of needs no remembering: from here on the answers say who is left.
  const chosen = new Map([...deck.chosen].filter(([id, { sent }]) => !sent || answered.has(id)))
  const kept = deck.cards.filter(({ id }, place) => place === 0 || answered.has(id) || id === deck.returned)
  const known = new Set(kept.map(({ id }) => id))
  const fresh = answer.cards.filter(({ id }) => !known.has(id) && !chosen.has(id))
  // Held over midnight, an answer still says how it was yesterday.
  const likesLeft = answer.resets_at <= now ? SWIPE_LIKES_A_DAY : answer.likes_left
  return {
    ...deck,
    cards: [...kept, ...fresh],
    chosen,
    returned: deck.returned !== null && answered.has(deck.returned) ? null : deck.returned,
    // A like on its way is in no older answer, and may be in this one already: never give one back too early.
    left: deck.left !== null && isSending(chosen) ? Math.min(deck.left, likesLeft) : likesLeft,
    answered: likesLeft,
    resetsAt: answer.resets_at,
  }
}

/** The top card goes. */
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

/** The choice was taken, and an answer asked for since has come. */
export const withSent = (deck: Deck, id: number): Deck => {
  const own = deck.chosen.get(id)
  if (!own) return deck
  return { ...deck, chosen: new Map(deck.chosen).set(id, { ...own, sent: true }) }
}

/** Whoever cannot be chosen any more does not come back for a second try. */
const GONE: ReadonlySet<ErrorCode> = new Set([
  'not_found',
  'blocked',
  'blocking',
  'recipient_deleted',
  'self_not_allowed',
])

/** The choice was refused: the card is there again, unless there is nobody to choose any more. */
export const withRefusal = (deck: Deck, card: ProfileCard, error: ErrorCode): Deck => {
  if (GONE.has(error))
    return { ...withSent(deck, card.id), lastPass: without(deck.lastPass, card.id), left: deck.answered }
  return withCardBack(deck, card)
}

/** The last pass is taken back: the card lies on top again. */
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

/** A card is out of sight. */
export const withGone = (deck: Deck, id: number): Deck => ({
  ...deck,
  leaving: deck.leaving.filter(({ card }) => card.id !== id),
})

const isSending = (chosen: Deck['chosen']): boolean =>
  [...chosen.values()].some(({ choice, sent }) => choice === 'like' && !sent)

const without = (card: ProfileCard | null, id: number): ProfileCard | null => (card?.id === id ? null : card)
