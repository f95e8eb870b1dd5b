/** The filter as chips that can be removed one by one; on a phone, above the results. */
import { countryName } from '../../state/format.ts'
import { t, tCode } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { ChipButton } from '../../ui/chip.tsx'
import { EVERYONE, hasAges, type SearchFilter } from './filter.ts'
import styles from './members.module.css'

type Props = { filter: SearchFilter; onOpen: () => void; onApply: (filter: SearchFilter) => void }

/** The chosen parts of a filter, each with the filter that is left without it. */
const useChosen = (filter: SearchFilter): { label: string; without: SearchFilter }[] => {
  const regionName = useRegionName(filter)
  const chosen: { label: string; without: SearchFilter }[] = []
  if (filter.gender !== 'both')
    chosen.push({
      label: t(filter.gender === 'female' ? 'value.looking_for_female' : 'value.looking_for_male'),
      without: { ...filter, gender: 'both' },
    })
  if (hasAges(filter))
    chosen.push({
      label: agesText(filter),
      without: { ...filter, min_age: EVERYONE.min_age, max_age: EVERYONE.max_age },
    })
  if (filter.distance !== '')
    chosen.push({
      label: filter.distance === 'same' ? t('members.distanceCity') : tCode('value', `distance_${filter.distance}`),
      without: { ...filter, distance: '' },
    })
  else if (filter.countryregion !== '') chosen.push({ label: regionName, without: { ...filter, countryregion: '' } })
  else if (filter.country !== '')
    chosen.push({ label: countryName(filter.country), without: { ...filter, country: '' } })
  if (filter.online) chosen.push({ label: t('ui.online'), without: { ...filter, online: false } })
  if (filter.photo) chosen.push({ label: t('members.withPhoto'), without: { ...filter, photo: false } })
  return chosen
}

/** `18–35`, or `60–99+`: the highest age means that age and older. */
export const agesText = ({ min_age, max_age }: SearchFilter): string =>
  t('members.agesShort', { min: min_age, max: eldestText(max_age) })

export const eldestText = (age: number): string => (age < EVERYONE.max_age ? String(age) : `${EVERYONE.max_age}+`)

/** A filter in a few words: women, 34–46, Lombardy. */
export const useFilterName = (filter: SearchFilter): string => {
  const labels = useChosen(filter).map(({ label }) => label)
  return labels.length === 0 ? t('members.everyone') : labels.join(', ')
}

export const FilterChips = ({ filter, onOpen, onApply }: Props) => {
  const chosen = useChosen(filter)
  return (
    <div className={styles['chips']}>
      <ChipButton icon="sliders" onClick={onOpen} aria-haspopup="dialog">
        {t('members.filter')}
      </ChipButton>
      {chosen.map(({ label, without }) => (
        <ChipButton
          key={label}
          on
          endIcon="x"
          aria-label={t('members.without', { what: label })}
          onClick={() => onApply(without)}
        >
          {label}
        </ChipButton>
      ))}
    </div>
  )
}

/** The region's name in the current language once the list of places is loaded; until then its code. */
export const useRegionName = ({ country, countryregion }: SearchFilter): string => {
  const places = useResource('regions.get', countryregion === '' ? null : {}).data?.countries
  const region = places?.find((place) => place.country === country)?.regions.find(({ id }) => id === countryregion)
  return region?.name ?? countryregion
}
