/** The filter: a column beside the results from 992 px, a sheet on a phone. */
import { useSignals } from '@preact/signals-react/runtime'
import { useId, useState, type FormEvent } from 'react'
import { Link } from 'wouter'
import type { Places } from '#contract/entities/place.ts'
import { AGE_MAX, AGE_MIN } from '#contract/limits.ts'
import { orderedAges, SEARCH_DISTANCES } from '#contract/rules/search-filter.ts'
import { href } from '../../shell/routes.ts'
import { countryName, kilometres } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { user } from '../../state/session.ts'
import { likelySettings } from '../../state/site.ts'
import { Button } from '../../ui/button.tsx'
import { ChipRadio } from '../../ui/chip.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { RangeSlider } from '../../ui/range-slider.tsx'
import { Rows } from '../../ui/rows.tsx'
import { SegmentedChoice } from '../../ui/segmented.tsx'
import { SwitchRow } from '../../ui/switch.tsx'
import { agesText, eldestText } from './filter-chips.tsx'
import { searchOf, type SearchFilter } from './filter.ts'
import styles from './members.module.css'
import { SavedFilters } from './saved-filter-chips.tsx'
import { countText, usePeopleCount } from './use-count.ts'

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
    <form className={styles['form']} onSubmit={apply}>
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
            <output className="name">{agesText(draft)}</output>
          </p>
          <RangeSlider
            label={t('members.ages')}
            names={[t('members.ageFrom'), t('members.ageTo')]}
            min={AGE_MIN}
            max={AGE_MAX}
            maxText={eldestText(AGE_MAX)}
            value={[draft.min_age, draft.max_age]}
            onChange={([min_age, max_age]) => change({ min_age, max_age })}
          />
        </div>
      ) : null}
      {fields.includes('distance') ? <DistanceField draft={draft} name={`${name}-distance`} onChange={change} /> : null}
      {draft.distance === '' ? <PlaceFields draft={draft} places={places} fields={fields} onChange={change} /> : null}
      <PresenceFields draft={draft} fields={fields} onChange={change} />
      <Button kind="quiet" full onClick={onClear}>
        {t('members.clear')}
      </Button>
      {/* A screen reader does not notice the new words of the button. The list itself announces the count of the applied filter. */}
      <p className="vh" role="status">
        {count === null || searchOf(draft) === searchOf(filter) ? null : countText(count)}
      </p>
      <div className={styles['apply']}>
        <Button type="submit" full>
          {/* The key starts the movement of a new number. */}
          <span key={count === null ? '' : `${count.count} ${count.more}`} className={styles['count']}>
            {count === null
              ? t('members.apply')
              : count.more
                ? t('members.showMore', { count: count.count })
                : t('members.showCount', { count: count.count })}
          </span>
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

type PartProps = Pick<PlaceProps, 'draft' | 'onChange'>

/** The bands of distance from the member's city, and the choice of a place instead. */
const DistanceField = ({ draft, name, onChange }: PartProps & { name: string }) => {
  useSignals()
  const me = user.value
  // A visitor has no city, so nothing is near.
  if (me === null) return null
  if (me.profile.city_id === null)
    return (
      <Field label={t('members.distance')} group>
        {() => (
          <p className="small muted">
            {t('members.distanceNeedsCity')} <Link href={href('profile')}>{t('members.addCity')}</Link>
          </p>
        )}
      </Field>
    )
  return (
    <Field label={t('members.distance')} group>
      {() => (
        <div role="radiogroup" aria-label={t('members.distance')} className={styles['bands']}>
          {([...SEARCH_DISTANCES, ''] as const).map((distance) => (
            <ChipRadio
              key={distance}
              name={name}
              label={distanceLabel(distance)}
              checked={draft.distance === distance}
              onChange={() => onChange({ distance })}
            />
          ))}
        </div>
      )}
    </Field>
  )
}

const distanceLabel = (distance: SearchFilter['distance']): string => {
  if (distance === '') return t('members.byPlace')
  return distance === 'same' ? t('members.distanceCity') : kilometres(Number(distance))
}

const PresenceFields = ({ draft, fields, onChange }: PartProps & { fields: readonly string[] }) => {
  const rows = (['online', 'photo'] as const).filter((field) => fields.includes(field))
  if (rows.length === 0) return null
  return (
    <Rows>
      {rows.map((field) => (
        <SwitchRow
          key={field}
          label={t(field === 'online' ? 'ui.online' : 'members.withPhoto')}
          checked={draft[field]}
          onChange={(on) => onChange({ [field]: on })}
        />
      ))}
    </Rows>
  )
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
              {region.name}
            </option>
          ))}
        </SelectField>
      ) : null}
    </>
  )
}
