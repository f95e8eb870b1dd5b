/** Answers `swipe.get`: the server deals the cards, and the device answers between the deals [LIKE-5]. */
import { showDeck, writeDeck } from '../store/deck.ts'
import { answerShown } from './answers.ts'
import type { Reader } from './reader.ts'
import { serverFirst } from './server-first.ts'

/** The app reads the deck after each swipe. A recent deck with enough cards is not fetched again. */
const DEALT_MS = 60_000
const CARDS_MIN = 5

export const getDeck: Reader<'swipe.get'> = async (device, { session, input, extend }) => {
  const { ports, server, photos } = device
  const { time_zone, gender } = input.query
  const show = (alone: boolean) => showDeck(session, ports.now(), alone, gender)
  const dealt = await show(false)
  const isEnough = dealt && (dealt.isShort || dealt.data.cards.length >= CARDS_MIN)
  if (isEnough && ports.now() - dealt.cachedAt < DEALT_MS) return answerShown(dealt)
  return serverFirst(device, session, extend, {
    key: 'swipe',
    topic: 'swipe',
    ask: () =>
      server.ask(session, 'swipe.get', {
        query: { ...(time_zone === undefined ? {} : { time_zone }), ...(gender === undefined ? {} : { gender }) },
      }),
    store: async (deck) => {
      extend(photos.warm(session, deck.cards.slice(0, CARDS_MIN), 'card'))
      await session.write(['lists', 'profiles'], (tx) => writeDeck(tx, deck, ports.now()))
    },
    stored: () => show(true),
    overlaid: () => show(false),
  })
}
