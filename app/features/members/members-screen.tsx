/** Member search, which is also a member's home [FIND-1]. Visitors see it too if the settings allow it. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useState, useEffect, useRef, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { wasMemberHere } from '../../ports/member-here.ts'
import { Aside } from '../../shell/error-boundary.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { sessionKnown, user } from '../../state/session.ts'
import { storeWantedGender, wantedGenderOf } from '../../state/wanted-gender.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterForm } from './filter-form.tsx'
import { EVERYONE, filterOf, queryOf, searchOf, type SearchFilter } from './filter.ts'
import { rememberFilter, unaskedFilter } from './first-search.ts'
import styles from './members.module.css'
import { ResultList } from './result-list.tsx'
import { useResults } from './results.ts'
import { SearchLinks } from './search-links.tsx'

/** The discount of a new member [SITE-13]. */
const BonusBanner = lazyPart(() => import('../discount/bonus-banner.tsx').then((part) => part.BonusBanner), 'first')

const WantedGenderScreen = lazyPart(() => import('../visitor-screens.ts').then((part) => part.WantedGenderScreen))

export const MembersScreen = () => {
  useSignals()
  const [, navigate] = useLocation()
  const asked = filterOf(useSearch())
  const [sheetOpen, setSheetOpen] = useState(false)
  const me = user.value
  const filter = asked ?? unaskedFilter(me)
  const isUnanswered = me !== null && wantedGenderOf(me) === null
  // A member may have to answer the question first, so show nobody before the session is known [ACC-19].
  const mayShow = sessionKnown.value ? !isUnanswered : asked !== null && !wasMemberHere()
  const results = useResults(mayShow ? queryOf(filter) : null)
  const apply = (wanted: SearchFilter): void => {
    setSheetOpen(false)
    rememberFilter(me?.id ?? null, wanted)
    // An answer that only this device stores follows the latest filter.
    // The profile of the last drawing may be older than an answer that was just stored in it.
    const current = user.peek()
    if (current?.profile.looking_for === null) storeWantedGender(current.id, wanted.gender)
    navigate(`${href('members')}?${searchOf(wanted)}`)
  }
  const clear = (): void => apply(EVERYONE)
  if (me && isUnanswered)
    return (
      <Suspense>
        <WantedGenderScreen me={me} onAnswer={(gender) => apply({ ...filter, gender })} />
      </Suspense>
    )
  return (
    <div className={styles['search']}>
      <FilterColumn>
        <FilterForm key={searchOf(filter)} filter={filter} onApply={apply} onClear={clear} />
      </FilterColumn>
      <div className={styles['results']}>
        {me ? <SearchLinks current="members" /> : null}
        <FilterChips filter={filter} onOpen={() => setSheetOpen(true)} onApply={apply} />
        <ResultList results={results} filter={filter} onApply={apply} onFilter={() => setSheetOpen(true)} />
        {sessionKnown.value && me === null ? (
          <Aside>
            <BonusBanner floating />
          </Aside>
        ) : null}
      </div>
      {sheetOpen ? (
        <Dialog title={t('members.filter')} sheet onClose={() => setSheetOpen(false)}>
          <FilterForm filter={filter} onApply={apply} onClear={clear} />
        </Dialog>
      ) : null}
    </div>
  )
}

/** The column beside the results. Its content and requests are created only when the styles show the column. */
const FilterColumn = ({ children }: { children: ReactNode }) => {
  const column = useRef<HTMLElement>(null)
  const [shown, setShown] = useState(false)
  useEffect(() => {
    // A hidden element has no size, and gets one when it appears.
    const observer = new ResizeObserver(([entry]) => setShown((entry?.contentRect.width ?? 0) > 0))
    if (column.current) observer.observe(column.current)
    return () => observer.disconnect()
  }, [])
  return (
    <aside ref={column} className={styles['column']} aria-label={t('members.filter')}>
      {shown ? (
        <>
          <h2>{t('members.filter')}</h2>
          {children}
        </>
      ) : null}
    </aside>
  )
}
