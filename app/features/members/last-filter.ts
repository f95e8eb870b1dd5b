/** The last filter of this member on this device; deleted at logout [PWA-11]. */
import { deviceStore } from '../../ports/text-store.ts'
import { filterOf, searchOf, type SearchFilter } from './filter.ts'

const KEY = 'last-filter'

export const lastFilter = (member: number | null): SearchFilter | null => {
  const [whose, search] = (deviceStore.get(KEY) ?? '').split(' ')
  return whose === String(member) ? filterOf(search ?? '') : null
}

export const rememberFilter = (member: number | null, filter: SearchFilter): void =>
  deviceStore.set(KEY, `${member} ${searchOf(filter)}`)

export const forgetFilter = (): void => deviceStore.remove(KEY)
