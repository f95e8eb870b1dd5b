/** Stores search pages from the server, and searches the device's own profiles for all other pages [FIND-7]. */
import type { CallAnswer } from '#contract/calls.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { filterKey, matchesFilter, orderedAges, type Filter } from '#contract/rules/search-filter.ts'
import { queuedBlocks } from '../writes/overlays.ts'
import type { ProfileRow, ReadTx, SearchRow, Tx } from './member-db.ts'
import { readOutbox } from './outbox-rows.ts'
import { isFindable, readProfile, readProfiles, writeOpenCards } from './profiles.ts'
import type { DeviceSession } from './session.ts'
import type { StoredAnswer } from './views.ts'

export type Search = { filter: Filter; page: number }

export const searchKey = ({ filter, page }: Search): string => `${nameOf(filter)}#${page}`

export const writeSearch = async (
  tx: Tx,
  search: Search,
  answer: CallAnswer<'members.search'>,
  now: number,
): Promise<void> => {
  await writeOpenCards(tx, answer.results, now)
  await tx.objectStore('searches').put({
    key: searchKey(search),
    filter: nameOf(search.filter),
    page: search.page,
    ids: answer.results.map((card) => card.id),
    next: answer.next,
    limited: answer.limited,
    held_at: now,
  })
}

/** The page as the server gave it, else a page from the cached profiles. Null if the device has no profiles. */
export const searchDevice = (
  session: DeviceSession,
  search: Search,
  pageSize: number,
): Promise<StoredAnswer<CallAnswer<'members.search'>> | null> =>
  session.read(['searches', 'profiles', 'outbox'], async (tx) => {
    const blocks = queuedBlocks(await readOutbox(tx))
    const isShown = (row: ProfileRow): boolean => isFindable(row, session.member, blocks)
    const pages = await tx.objectStore('searches').index('filter').getAll(nameOf(search.filter))
    const exact = pages.find((page) => page.page === search.page)
    return exact ? storedPage(tx, exact, isShown) : localPage(tx, pages, search, pageSize, isShown)
  })

const storedPage = async (
  tx: ReadTx,
  page: SearchRow,
  isShown: (row: ProfileRow) => boolean,
): Promise<StoredAnswer<CallAnswer<'members.search'>>> => {
  const rows = await Promise.all(page.ids.map((id) => readProfile(tx, id)))
  const results = rows.flatMap((row) => (row && isShown(row) ? [row.card] : []))
  const { next, limited = false } = page
  return { data: { pageNumber: page.page, results, next, limited }, cachedAt: page.held_at }
}

/** Builds a page that follows the stored pages, from profiles that are not on them. */
const localPage = async (
  tx: ReadTx,
  pages: readonly SearchRow[],
  { filter, page }: Search,
  pageSize: number,
  isShown: (row: ProfileRow) => boolean,
): Promise<StoredAnswer<CallAnswer<'members.search'>> | null> => {
  const everyone = (await readProfiles(tx)).filter(isShown)
  if (everyone.length === 0) return null
  const shown = new Set(pages.flatMap((stored) => stored.ids))
  const bounds = { ...filter, ...orderedAges(filter) }
  const found = everyone
    .filter((row) => matchesFilter(row.card, bounds) && !shown.has(row.id))
    .toSorted((one, other) => other.card.last_active - one.card.last_active || other.id - one.id)
  const start = (page - 1 - storedInARow(pages)) * pageSize
  const used = found.slice(Math.max(0, start), Math.max(0, start) + pageSize)
  // A profile in privacy mode shows no activity, so it cannot serve as the cursor.
  const last = used.findLast(({ card }) => card.last_active > 0) ?? used.at(-1)
  return {
    data: {
      pageNumber: page,
      results: used.map((row) => row.card),
      next: last && found.length > start + pageSize ? nextAfter(last.card) : null,
      limited: pages.some((stored) => stored.limited),
    },
    // The page is as old as its oldest profile.
    cachedAt: Math.min(...(used.length > 0 ? used : everyone).map((row) => row.held_at)),
  }
}

const storedInARow = (pages: readonly SearchRow[]): number => {
  const stored = new Set(pages.map((page) => page.page))
  let count = 0
  while (stored.has(count + 1)) count += 1
  return count
}

/** A cursor in the server's format, so that paging can continue there once there is a network. */
const nextAfter = (card: ProfileCard): string => `${card.last_active}-${card.id}`

const nameOf = (filter: Filter): string => filterKey({ ...filter, ...orderedAges(filter) })
