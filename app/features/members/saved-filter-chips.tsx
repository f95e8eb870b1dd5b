/** The member's saved filters as chips above the form: a tap fills the form in, the button saves what it says now. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { t } from '../../state/i18n.ts'
import { user } from '../../state/session.ts'
import { RoundButton } from '../../ui/button.tsx'
import { ChipButton } from '../../ui/chip.tsx'
import { useFilterName } from './filter-chips.tsx'
import type { SearchFilter } from './filter.ts'
import styles from './members.module.css'
import { isSame, removeFilter, savedFilters, saveFilter } from './saved-filters.ts'

type Props = { draft: SearchFilter; onChoose: (filter: SearchFilter) => void }

export const SavedFilters = ({ draft, onChoose }: Props) => {
  useSignals()
  const me = user.value?.id ?? null
  const [saved, setSaved] = useState(() => (me === null ? [] : savedFilters(me)))
  if (me === null) return null
  const isSaved = saved.some((filter) => isSame(filter, draft))
  return (
    <div className={styles['saved']} role="group" aria-label={t('members.savedFilters')}>
      {saved.map((filter) => (
        <SavedFilter
          key={JSON.stringify(filter)}
          filter={filter}
          isChosen={isSame(filter, draft)}
          onChoose={() => onChoose(filter)}
          onRemove={() => setSaved(removeFilter(me, filter))}
        />
      ))}
      {isSaved ? null : (
        <ChipButton icon="plus" onClick={() => setSaved(saveFilter(me, draft))}>
          {t('members.saveFilter')}
        </ChipButton>
      )}
    </div>
  )
}

type ChipProps = { filter: SearchFilter; isChosen: boolean; onChoose: () => void; onRemove: () => void }

const SavedFilter = ({ filter, isChosen, onChoose, onRemove }: ChipProps) => {
  const name = useFilterName(filter)
  return (
    <span className={styles['savedOne']}>
      <ChipButton on={isChosen} aria-pressed={isChosen} onClick={onChoose}>
        {name}
      </ChipButton>
      {isChosen ? <RoundButton icon="x" label={t('members.forgetFilter', { what: name })} onClick={onRemove} /> : null}
    </span>
  )
}
