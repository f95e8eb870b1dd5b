/** The filters that this member saved on this device, the newest first, each with a name or ''; deleted at logout [PWA-11]. */
import { deviceStore } from '../../ports/text-store.ts'
import { filterOf, searchOf, type SearchFilter } from './filter.ts'

export type SavedFilter = { filter: SearchFilter; name: string }

const KEY = 'saved-filters'
const SAVED_MAX = 5
export const FILTER_NAME_MAX = 24
/** A search and an encoded name do not contain it. */
const BETWEEN = '|'

/** @returns the filters of this member; none of another one who used this device */
export const savedFilters = (member: number): SavedFilter[] => {
  try {
    const [whose, ...stored] = (deviceStore.get(KEY) ?? '').split(' ')
    if (whose !== String(member)) return []
    return stored.flatMap((text) => {
      const [search = '', name = ''] = text.split(BETWEEN)
      const filter = filterOf(search)
      return filter === null ? [] : [{ filter, name: decodeURIComponent(name) }]
    })
  } catch {
    // A name that does not decode.
    return []
  }
}

/** Saves a filter once. @returns the filters from now on, at most five */
export const saveFilter = (member: number, filter: SearchFilter): SavedFilter[] =>
  store(member, [{ filter, name: '' }, ...others(member, filter)].slice(0, SAVED_MAX))

export const nameFilter = (member: number, filter: SearchFilter, name: string): SavedFilter[] =>
  store(
    member,
    savedFilters(member).map((saved) => (isSame(saved.filter, filter) ? { filter, name } : saved)),
  )

export const removeFilter = (member: number, filter: SearchFilter): SavedFilter[] =>
  store(member, others(member, filter))

export const isSame = (one: SearchFilter, other: SearchFilter): boolean => searchOf(one) === searchOf(other)

const others = (member: number, filter: SearchFilter): SavedFilter[] =>
  savedFilters(member).filter((other) => !isSame(other.filter, filter))

const store = (member: number, filters: SavedFilter[]): SavedFilter[] => {
  const texts = filters.map(({ filter, name }) => searchOf(filter) + BETWEEN + encodeURIComponent(name))
  deviceStore.set(KEY, [member, ...texts].join(' '))
  return filters
}

export const forgetSavedFilters = (): void => deviceStore.remove(KEY)
