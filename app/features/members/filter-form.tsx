/** The filter: a column beside the results from 992 px, a sheet on a phone. */
import { useId, useState, type FormEvent } from 'react'
import type { Places } from '#contract/entities/place.ts'
import { AGE_MAX, AGE_MIN } from '#contract/limits.ts'
import { placeName } from '#contract/rules/place-name.ts'
import { orderedAges } from '#contract/rules/search-filter.ts'
import { countryName } from '../../state/format.ts'
import { locale, t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { likelySettings } from '../../state/site.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { RangeSlider } from '../../ui/range-slider.tsx'
import { SegmentedChoice } from '../../ui/segmented.tsx'
import type { SearchFilter } from './filter.ts'
import styles from './members.module.css'
import { SavedFilters } from './saved-filter-chips.tsx'
import { usePeopleCount } from './use-count.ts'

type Props = { filter: SearchFilter; onApply: (filter: SearchFilter) => void; onClear: () => void }

export const FilterForm = ({ filter, onApply, onClear }: Props) => {
  const [draft, setDraft] = useState(filter)
  const places = useResource('regions.get', {}).data?.countries ?? []
  const name = useId()
  const count = usePeopleCount(draft)
  const fields = likelySettings.value.search_fields
  const change = (part: Partial<SearchFilter>): void => setDraft({ ...draft, ...part })
  const apply = (event: FormEvent): void => {
    event.preventDefault()
    onApply({ ...draft, ...orderedAges({ min_age: draft.min_age, max_age: draft.max_age }) })
  }
  return (
    <form className="stack" onSubmit={apply}>
      <SavedFilters draft={draft} onChoose={setDraft} />
      {fields.includes('gender') ? (
        <Field label={t('value.looking_for')} group>
          {() => (
            <SegmentedChoice
              label={t('value.looking_for')}
              name={name}
              value={draft.gender}
              items={[
                { value: 'female', label: t('value.looking_for_female') },
                { value: 'male', label: t('value.looking_for_male') },
                { value: 'both', label: t('value.looking_for_both') },
              ]}
              onChange={(gender) => change({ gender })}
            />
          )}
        </Field>
      ) : null}
      {fields.includes('age') ? (
        <div className={styles['ages']}>
          <p className={styles['agesHead']} aria-hidden="true">
            <span>{t('members.ages')}</span>
            <output className="name">{t('members.agesShort', { min: draft.min_age, max: draft.max_age })}</output>
          </p>
          <RangeSlider
            label={t('members.ages')}
            names={[t('members.ageFrom'), t('members.ageTo')]}
            min={AGE_MIN}
            max={AGE_MAX}
            value={[draft.min_age, draft.max_age]}
            onChange={([min_age, max_age]) => change({ min_age, max_age })}
          />
        </div>
      ) : null}
      <PlaceFields draft={draft} places={places} fields={fields} onChange={change} />
      <div className="stack" style={{ '--gap': 'var(--s1)' } as React.CSSProperties}>
        <Button type="submit" full>
          {count === null
            ? t('members.apply')
            : count.more
              ? t('members.showMore', { count: count.count })
              : t('members.showCount', { count: count.count })}
        </Button>
        <Button kind="quiet" full onClick={onClear}>
          {t('members.clear')}
        </Button>
      </div>
    </form>
  )
}

type PlaceProps = {
  draft: SearchFilter
  places: Places
  /** The fields that the site offers for search [FIND-4]. */ fields: readonly string[]
  onChange: (part: Partial<SearchFilter>) => void
}

const PlaceFields = ({ draft, places, fields, onChange }: PlaceProps) => {
  const codes = new Set([...places.map(({ country }) => country), draft.country].filter((code) => code !== ''))
  const countries = [...codes]
    .map((code) => ({ code, name: countryName(code) }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
  const regions = places.find(({ country }) => country === draft.country)?.regions ?? []
  return (
    <>
      {fields.includes('country') ? (
        <SelectField
          label={t('members.country')}
          value={draft.country}
          onChange={(event) => onChange({ country: event.currentTarget.value, countryregion: '' })}
        >
          <option value="">{t('members.anyCountry')}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      ) : null}
      {fields.includes('countryregion') ? (
        <SelectField
          label={t('members.region')}
          value={draft.countryregion}
          disabled={draft.country === ''}
          onChange={(event) => onChange({ countryregion: event.currentTarget.value })}
        >
          <option value="">{t('members.anyRegion')}</option>
          {regions.map((region) => (
            <option key={region.id} value={region.id}>
              {placeName(region, locale.value)}
            </option>
          ))}
        </SelectField>
      ) : null}
    </>
  )
}
