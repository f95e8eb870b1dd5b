/** The search with which the screen begins. The shell has this code, so that the results come beside the screen's own. */
import type { User } from '#contract/entities/user.ts'
import { wasMemberHere } from '../../ports/member-here.ts'
import { deviceStore } from '../../ports/text-store.ts'
import { prefetch } from '../../state/resource.ts'
import { user, whenSessionKnown } from '../../state/session.ts'
import { wantedGenderOf } from '../../state/wanted-gender.ts'
import { defaultFilter, filterOf, queryOf, type SearchFilter, searchOf } from './filter.ts'

const STORED_FILTER = 'last-filter'

/** The last filter of this member on this device; deleted at logout [PWA-11]. */
export const lastFilter = (member: number | null): SearchFilter | null => {
  const [owner, search] = (deviceStore.get(STORED_FILTER) ?? '').split(' ')
  return owner === String(member) ? filterOf(search ?? '') : null
}

export const rememberFilter = (member: number | null, filter: SearchFilter): void =>
  deviceStore.set(STORED_FILTER, `${member} ${searchOf(filter)}`)

export const forgetFilter = (): void => deviceStore.remove(STORED_FILTER)

/** The filter of an address that names none: the last one, else the one that fits the member. */
export const unaskedFilter = (me: User | null): SearchFilter =>
  lastFilter(me?.id ?? null) ??
  defaultFilter(me ? { looking_for: wantedGenderOf(me), country: me.profile.country } : null)

/** Requests the first results while the page starts. The filter of a member needs the session; a visitor has none. */
export const prefetchSearch = async (): Promise<void> => {
  if (wasMemberHere()) await whenSessionKnown()
  const me = user.peek()
  if (me !== null && wantedGenderOf(me) === null) return
  await prefetch('members.search', { query: queryOf(filterOf(location.search) ?? unaskedFilter(me)) })
}
