/** Country, then region, then city: each opens when the one before is chosen [PROF-7]. */
import { errorText } from '../../state/error-text.ts'
import { countryName } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { placeWith, type PlaceChoice } from './place-choice.ts'
import { refusalText, type Refusals } from './refusals.ts'

type Props = { value: PlaceChoice; onChange: (value: PlaceChoice) => void; errors: Refusals }

export const PlaceFields = ({ value, onChange, errors }: Props) => {
  const { data, error, refresh } = useResource('regions.get', {})
  const countries = (data?.countries ?? [])
    .map(({ country }) => ({ id: country, name: countryName(country) }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
  const regions = data?.countries.find(({ country }) => country === value.country)?.regions ?? []
  const cities = regions.find(({ id }) => id === value.countryregion)?.cities ?? []
  if (data === null && error)
    return (
      <Note tone="warn" role="alert">
        <p>{t('signup.noPlaces', { reason: errorText(error) })}</p>
        <Button kind="quiet" small className="flush" onClick={() => void refresh()}>
          {t('ui.tryAgain')}
        </Button>
      </Note>
    )
  const shared = { value, onChange, errors }
  return (
    <>
      <Part part="country" label={t('members.country')} options={countries} {...shared} autoComplete="country" />
      <Part part="countryregion" label={t('members.region')} options={byName(regions)} {...shared} />
      <Part part="city" label={t('signup.city')} options={byName(cities)} {...shared} />
    </>
  )
}

type PlaceOption = { id: string; name: string }

const byName = (places: readonly PlaceOption[]): PlaceOption[] =>
  places.toSorted((one, other) => one.name.localeCompare(other.name))

type PartProps = Props & {
  part: keyof PlaceChoice
  label: string
  options: readonly { id: string; name: string }[]
  autoComplete?: string
}

const Part = ({ part, label, options, value, onChange, errors, autoComplete }: PartProps) => (
  <SelectField
    label={label}
    name={part}
    value={value[part]}
    error={refusalText(errors, part)}
    disabled={options.length === 0}
    {...(autoComplete === undefined ? {} : { autoComplete })}
    onChange={(event) => onChange(placeWith(value, part, event.currentTarget.value))}
  >
    <option value="">{t('signup.choose')}</option>
    {options.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </SelectField>
)
