/** The filters that this member saved on this device, the newest first; deleted at logout [PWA-11]. */
import { filterOf, searchOf, type SearchFilter } from './filter.ts'

const KEY = 'saved-filters'
const SAVED_MAX = 5

/** @returns the filters of this member; none of another one who used this device */
export const savedFilters = (member: number): SearchFilter[] => {
  try {
    const [whose, ...searches] = (localStorage.getItem(KEY) ?? '').split(' ')
    if (whose !== String(member)) return []
    return searches.flatMap((search) => filterOf(search) ?? [])
  } catch {
    return []
  }
}

/** Saves a filter once. @returns the filters from now on, at most five */
export const saveFilter = (member: number, filter: SearchFilter): SearchFilter[] =>
  store(member, [filter, ...others(member, filter)].slice(0, SAVED_MAX))

export const removeFilter = (member: number, filter: SearchFilter): SearchFilter[] =>
  store(member, others(member, filter))

export const isSame = (one: SearchFilter, other: SearchFilter): boolean => searchOf(one) === searchOf(other)

const others = (member: number, filter: SearchFilter): SearchFilter[] =>
  savedFilters(member).filter((other) => !isSame(other, filter))

const store = (member: number, filters: SearchFilter[]): SearchFilter[] => {
  try {
    localStorage.setItem(KEY, [member, ...filters.map(searchOf)].join(' '))
  } catch {
    // Without storage a saved filter lives as long as the form.
  }
  return filters
}

export const forgetSavedFilters = (): void => {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // A browser that refuses the removal has stored nothing either.
  }
}
