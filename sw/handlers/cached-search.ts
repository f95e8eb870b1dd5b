/** Answers `members.search`: the server's page, else a page of profiles from the device [FIND-7]. */
import type { Reader } from './reader.ts'
import { heldSettings } from './cached-site.ts'
import { searchDevice, searchKey, writeSearch, type Search } from '../store/searches.ts'
import { serverFirst } from './server-first.ts'

/** [FIND-1] The default until the settings have loaded once. */
const PAGE_SIZE = 24

export const searchMembers: Reader<'members.search'> = async (device, { session, input, extend }) => {
  const { page = 1, after: _, ...filter } = input.query
  const search: Search = { filter, page }
  const given = Object.entries(input.query).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  )
  return serverFirst(device, session, extend, {
    key: searchKey(search),
    topic: 'members',
    ask: () => device.server.ask(session, 'members.search', { query: Object.fromEntries(given) }),
    keep: async (data) => {
      await session.write(['searches', 'profiles'], (tx) => writeSearch(tx, search, data, device.ports.now()))
      // Photos are not prefetched for a visitor; the page loads those it shows.
      if (session.member !== null) extend(device.photos.warm(session, data.results, 'card'))
    },
    held: async () => searchDevice(session, search, (await heldSettings(device))?.search_page_size ?? PAGE_SIZE),
  })
}
