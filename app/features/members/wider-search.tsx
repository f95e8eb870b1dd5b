/** Shown with few or no results: the number found, and the offer of a wider search [FIND-8]. */
import { countryName } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { isFew, widerThan, type SearchFilter, type Wider } from './filter.ts'
import { useRegionName } from './filter-chips.tsx'
import styles from './members.module.css'

type Props = {
  found: number
  hasMore: boolean
  filter: SearchFilter
  onApply: (filter: SearchFilter) => void
  onFilter: () => void
}

export const WiderSearch = ({ found, hasMore, filter, onApply, onFilter }: Props) => {
  const regionName = useRegionName(filter)
  if (!isFew(found, hasMore)) return null
  const [first, ...others] = widerThan(filter)
  const place = filter.countryregion === '' ? (filter.country === '' ? '' : countryName(filter.country)) : regionName
  return (
    <div className={found > 0 ? styles['few'] : undefined}>
      <EmptyState
        picture={found === 0 ? 'seats' : 'none'}
        title={place === '' ? t('members.found', { count: found }) : t('members.foundIn', { count: found, place })}
        {...(first ? { text: t('members.neverWider') } : {})}
      >
        {first ? <Button onClick={() => onApply(first.filter)}>{labelOf(first, filter)}</Button> : null}
        {others.map((wider) => (
          <Button key={wider.step} kind="quiet" onClick={() => onApply(wider.filter)}>
            {labelOf(wider, filter)}
          </Button>
        ))}
        {first ? null : (
          <Button kind="second" onClick={onFilter}>
            {t('members.changeFilter')}
          </Button>
        )}
      </EmptyState>
    </div>
  )
}

const labelOf = ({ step }: Wider, filter: SearchFilter): string => {
  if (step === 'online') return t('members.searchNotOnline')
  if (step === 'photo') return t('members.searchNoPhoto')
  if (step === 'farther') return t('members.searchFarther')
  if (step === 'country') return t('members.searchAllOf', { place: countryName(filter.country) })
  return t(step === 'ages' ? 'members.searchAllAges' : 'members.searchEverywhere')
}
