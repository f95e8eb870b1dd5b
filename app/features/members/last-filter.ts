/** The last filter of this member on this device; deleted at logout [PWA-11]. */
import { filterOf, searchOf, type SearchFilter } from './filter.ts'

const KEY = 'last-filter'

export const lastFilter = (member: number | null): SearchFilter | null => {
  try {
    const [whose, search] = (localStorage.getItem(KEY) ?? '').split(' ')
    return whose === String(member) ? filterOf(search ?? '') : null
  } catch {
    return null
  }
}

export const rememberFilter = (member: number | null, filter: SearchFilter): void => {
  try {
    localStorage.setItem(KEY, `${member} ${searchOf(filter)}`)
  } catch {
    // Without storage the next visit starts with the default filter.
  }
}

export const forgetFilter = (): void => {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // A browser that refuses the removal has stored nothing either.
  }
}
