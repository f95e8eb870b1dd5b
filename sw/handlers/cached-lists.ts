/**
 * Answers lists of profiles that the server composes: related profiles, proposals, the deck, blocked people, own reports. Offline the
 * last answer is used [FIND-7].
 */
import { hideProfile } from '../store/profiles.ts'
import { showBlocks, writeBlocks, showReports, writeReports, showList, writeList, relatedKey } from '../store/lists.ts'
import { type CallHandler, answerShown } from './answers.ts'
import { serverFirst } from './server-first.ts'
import { cachedSettings, serverNow } from './site-data.ts'
import { searchDevice, searchKey, writeSearch, type Search } from '../store/searches.ts'
import { showDeck, writeDeck } from '../store/deck.ts'
import { isOld } from '../timeout.ts'

export const getRelated: CallHandler<'members.related'> = (device, { session, input, extend }) => {
  const { id } = input.params
  const key = relatedKey(id)
  return serverFirst(device, session, extend, {
    key,
    topic: `member:${id}`,
    ask: async () => {
      const answer = await device.server.ask(session, 'members.related', { params: { id } })
      if (!answer.ok && (answer.body?.error === 'not_found' || answer.body?.error === 'blocked'))
        await session.write(['profiles'], (tx) => hideProfile(tx, id))
      return answer
    },
    store: ({ results }) => {
      const items = results.map((profile) => ({ profile, reasons: [] }))
      return session.write(['lists', 'profiles'], (tx) => writeList(tx, key, items, device.ports.now()))
    },
    stored: async () => {
      const stored = await showList(session, key)
      return stored && { data: { results: stored.data.map(({ profile }) => profile) }, cachedAt: stored.cachedAt }
    },
  })
}

const PROPOSALS = 'match_finder'

export const getProposals: CallHandler<'match_finder.get'> = (device, { session, input, extend }) =>
  serverFirst(device, session, extend, {
    key: PROPOSALS,
    topic: 'matches',
    ask: () => device.server.ask(session, 'match_finder.get', { query: queryOf(input.query) }),
    store: async ({ results }) => {
      await session.write(['lists', 'profiles'], (tx) => writeList(tx, PROPOSALS, results, device.ports.now()))
      extend(
        device.photos.warm(
          session,
          results.map(({ profile }) => profile),
          'card',
        ),
      )
    },
    stored: async () => {
      const stored = await showList(session, PROPOSALS)
      if (!stored) return stored
      const { gender } = input.query
      const results = stored.data.filter(({ profile }) => gender === undefined || profile.gender === gender)
      return { data: { results }, cachedAt: stored.cachedAt }
    },
  })

/** The query as a request has it: texts, without what is not given. */
const queryOf = (query: Record<string, string | number | boolean | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  )

export const getBlocks: CallHandler<'blocks.list'> = (device, { session, extend }) =>
  serverFirst(device, session, extend, {
    key: 'blocks',
    topic: 'blocks',
    ask: () => device.server.ask(session, 'blocks.list', {}),
    store: async ({ blocks }) => {
      extend(
        device.photos.warm(
          session,
          blocks.map(({ profile }) => profile),
          'thumb',
        ),
      )
      await session.write(['lists'], (tx) => writeBlocks(tx, blocks, device.ports.now()))
    },
    stored: () => showBlocks(session),
    overlaid: () => showBlocks(session),
  })

export const getReports: CallHandler<'reports.list'> = (device, { session, extend }) =>
  serverFirst(device, session, extend, {
    key: 'reports',
    topic: 'reports',
    ask: () => device.server.ask(session, 'reports.list', {}),
    store: ({ reports }) => session.write(['lists'], (tx) => writeReports(tx, reports, device.ports.now())),
    stored: () => showReports(session),
    overlaid: () => showReports(session),
  })

/** [FIND-1] The default until the settings have loaded once. */
const PAGE_SIZE = 24

/** The server's page, else a page of profiles from the device [FIND-7]. */
export const searchMembers: CallHandler<'members.search'> = async (device, { session, input, extend }) => {
  const { page = 1, after: _, ...filter } = input.query
  const search: Search = { filter, page }
  return serverFirst(device, session, extend, {
    key: searchKey(search),
    topic: 'members',
    ask: () => device.server.ask(session, 'members.search', { query: queryOf(input.query) }),
    store: async (data) => {
      await session.write(['searches', 'profiles'], (tx) => writeSearch(tx, search, data, device.ports.now()))
      // Photos are not prefetched for a visitor; the page loads those it shows.
      if (session.member !== null) extend(device.photos.warm(session, data.results, 'card'))
    },
    stored: async () => searchDevice(session, search, (await cachedSettings(device))?.search_page_size ?? PAGE_SIZE),
  })
}

/** The app reads the deck after each swipe. A recent deck with enough cards is not fetched again. */
const DEALT_MS = 60_000
const CARDS_MIN = 5

/** Answers `swipe.get`: the server deals the cards, and the device answers between the deals [LIKE-5]. */
export const getDeck: CallHandler<'swipe.get'> = async (device, { session, input, extend }) => {
  const { ports, server, photos } = device
  const { gender } = input.query
  // The server decides when the day of the likes ends. A phone whose clock is ahead would offer likes that the server refuses.
  const show = async ({ isOffline }: { isOffline: boolean }) =>
    showDeck(session, await serverNow(device), { isOffline, gender })
  const showDealt = () => show({ isOffline: false })
  const dealt = await showDealt()
  const isEnough = dealt && (dealt.isShort || dealt.data.cards.length >= CARDS_MIN)
  if (isEnough && !isOld(dealt.cachedAt, DEALT_MS, ports.now())) return answerShown(dealt)
  return serverFirst(device, session, extend, {
    key: 'swipe',
    topic: 'swipe',
    ask: () => server.ask(session, 'swipe.get', { query: queryOf(input.query) }),
    store: async (deck) => {
      extend(photos.warm(session, deck.cards.slice(0, CARDS_MIN), 'card'))
      await session.write(['lists', 'profiles'], (tx) => writeDeck(tx, deck, ports.now()))
    },
    stored: () => show({ isOffline: true }),
    overlaid: showDealt,
  })
}
