/** Country, then region, then city: each opens when the one before is chosen [PROF-7]. */
import { errorText } from '../../state/error-text.ts'
import { countryName } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import type { SignupDraft, SignupField } from './form-data.ts'

type Props = {
  draft: SignupDraft
  errorOf: (field: SignupField) => string | null
  onChange: (field: SignupField, value: string) => void
}

export const PlaceFields = ({ draft, errorOf, onChange }: Props) => {
  const { data, error, refresh } = useResource('regions.get', {})
  const countries = (data?.countries ?? [])
    .map(({ country }) => ({ id: country, name: countryName(country) }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
  const regions = data?.countries.find(({ country }) => country === draft.country)?.regions ?? []
  const cities = regions.find(({ id }) => id === draft.countryregion)?.cities ?? []
  if (data === null && error)
    return (
      <Note tone="warn" role="alert">
        <p>{t('signup.noPlaces', { reason: errorText(error) })}</p>
        <Button kind="quiet" small onClick={() => void refresh()}>
          {t('ui.tryAgain')}
        </Button>
      </Note>
    )
  const shared = { draft, errorOf, onChange }
  return (
    <>
      <Place field="country" label={t('members.country')} options={countries} {...shared} autoComplete="country" />
      <Place field="countryregion" label={t('members.region')} options={regions} {...shared} />
      <Place field="city" label={t('signup.city')} options={cities} {...shared} />
    </>
  )
}

type PlaceProps = Props & {
  field: 'country' | 'countryregion' | 'city'
  label: string
  options: readonly { id: string; name: string }[]
  autoComplete?: string
}

const Place = ({ field, label, options, draft, errorOf, onChange, autoComplete }: PlaceProps) => (
  <SelectField
    label={label}
    name={field}
    value={draft[field]}
    error={errorOf(field)}
    required
    disabled={options.length === 0}
    {...(autoComplete === undefined ? {} : { autoComplete })}
    onChange={(event) => onChange(field, event.currentTarget.value)}
  >
    <option value="">{t('signup.choose')}</option>
    {options.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </SelectField>
)
