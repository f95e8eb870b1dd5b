/** The member's saved filters as chips above the form: a tap fills the form in, the button saves what it says now. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { typedText, visibleText } from '#contract/rules/typed-text.ts'
import { t } from '../../state/i18n.ts'
import { user } from '../../state/session.ts'
import { RoundButton } from '../../ui/button.tsx'
import { ChipButton } from '../../ui/chip.tsx'
import { CountedLine } from '../../ui/counted-text-field.tsx'
import { useFilterName } from './filter-chips.tsx'
import { searchOf, type SearchFilter } from './filter.ts'
import styles from './members.module.css'
import { FILTER_NAME_MAX, isSame, nameFilter, removeFilter, savedFilters, saveFilter } from './saved-filters.ts'

type Props = { draft: SearchFilter; onChoose: (filter: SearchFilter) => void }

export const SavedFilters = ({ draft, onChoose }: Props) => {
  useSignals()
  const me = user.value?.id ?? null
  const [saved, setSaved] = useState(() => (me === null ? [] : savedFilters(me)))
  if (me === null) return null
  const chosen = saved.find(({ filter }) => isSame(filter, draft))
  return (
    <>
      <div className={styles['saved']} role="group" aria-label={t('members.savedFilters')}>
        {saved.map(({ filter, name }) => (
          <FilterChip
            key={searchOf(filter)}
            filter={filter}
            name={name}
            isChosen={isSame(filter, draft)}
            onChoose={() => onChoose(filter)}
            onRemove={() => setSaved(removeFilter(me, filter))}
          />
        ))}
        {chosen ? null : (
          <ChipButton icon="plus" onClick={() => setSaved(saveFilter(me, draft))}>
            {t('members.saveFilter')}
          </ChipButton>
        )}
      </div>
      {chosen ? (
        <CountedLine
          key={searchOf(chosen.filter)}
          label={t('members.filterName')}
          max={FILTER_NAME_MAX}
          autoComplete="off"
          enterKeyHint="done"
          defaultValue={chosen.name}
          onChange={({ currentTarget }) => {
            const name = typedText(currentTarget.value).trim()
            if (name.length <= FILTER_NAME_MAX) setSaved(nameFilter(me, chosen.filter, name))
          }}
        />
      ) : null}
    </>
  )
}

type ChipProps = {
  filter: SearchFilter
  name: string
  isChosen: boolean
  onChoose: () => void
  onRemove: () => void
}

/** A filter without a name says what it looks for. */
const FilterChip = ({ filter, name, isChosen, onChoose, onRemove }: ChipProps) => {
  const words = useFilterName(filter)
  const label = visibleText(name) === '' ? words : name
  return (
    <span className={styles['savedOne']}>
      <ChipButton on={isChosen} aria-pressed={isChosen} onClick={onChoose}>
        {label}
      </ChipButton>
      {isChosen ? <RoundButton icon="x" label={t('members.forgetFilter', { what: label })} onClick={onRemove} /> : null}
    </span>
  )
}
