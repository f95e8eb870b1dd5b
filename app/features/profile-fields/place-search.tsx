/**
 * A city by its first letters, over the list of places [PROF-7]. It shows local names and finds those of every language. A
 * combobox as in the ARIA practices: arrows, Enter, Escape.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useId, useMemo, useState, type KeyboardEvent } from 'react'
import type { CallAnswer } from '#contract/calls.ts'
import { isComposing } from '../../ui/composing.ts'
import { errorText } from '../../state/error-text.ts'
import { countryName } from '../../state/format.ts'
import { locale, t } from '../../state/i18n.ts'
import { slugOf } from '../../state/plain-names.ts'
import { useResource } from '../../state/resource.ts'
import { settings } from '../../state/site.ts'
import { Button } from '../../ui/button.tsx'
import { ChipButton } from '../../ui/chip.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import type { PlaceChoice } from './place-choice.ts'
import styles from './place-search.module.css'

export type FoundCity = PlaceChoice & { name: string }

type Props = { chosen: FoundCity | null; error: string | null; onChange: (city: FoundCity | null) => void }

export const PlaceSearch = ({ chosen, error, onChange }: Props) => {
  useSignals()
  const { data, error: failure, refresh } = useResource('regions.get', {})
  const [words, setWords] = useState(chosen?.name ?? '')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const id = useId()
  // Without a known country, the language says where most of its readers live.
  const home = settings.value?.geoip_selected_country ?? settings.value?.geoip_country ?? locale.value.toUpperCase()
  const cities = open && data ? citiesLike(data, words, home) : []
  const largest = useMemo(() => (data ? largestIn(data, home) : []), [data, home])
  const shown = open && words.trim() !== '' && data !== null
  const choose = (city: FoundCity): void => {
    setWords(city.name)
    setOpen(false)
    onChange(city)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter and the arrows choose among the words of an input method first.
    if (!shown || cities.length === 0 || isComposing(event.nativeEvent)) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setAt((at + (event.key === 'ArrowDown' ? 1 : cities.length - 1)) % cities.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const city = cities[at]
      if (city) choose(city)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    }
  }
  if (data === null && failure)
    return (
      <Note tone="warn" role="alert">
        <p>{t('signup.noPlaces', { reason: errorText(failure) })}</p>
        <Button kind="quiet" small className="flush" onClick={() => void refresh()}>
          {t('ui.tryAgain')}
        </Button>
      </Note>
    )
  return (
    <div className={styles['search']}>
      <TextField
        label={t('signup.city')}
        error={error}
        name="city"
        role="combobox"
        aria-expanded={shown && cities.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && cities[at] ? `${id}-${at}` : undefined}
        autoComplete="off"
        enterKeyHint="done"
        spellCheck={false}
        value={words}
        end={
          chosen !== null && !open ? (
            <span className={styles['chosen']}>
              <Icon name="check" size={22} />
            </span>
          ) : undefined
        }
        onChange={({ currentTarget }) => {
          setWords(currentTarget.value)
          setAt(0)
          setOpen(true)
          // The field no longer says the chosen city, so it must not be sent.
          if (chosen !== null) onChange(null)
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={t('signup.city')}
        className={styles['list']}
        hidden={!shown || cities.length === 0}
      >
        {cities.map((city, index) => (
          <li
            key={city.city}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className={styles['option']}
            // The field must not lose the focus before the click.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(city)}
          >
            <Icon name="pin" size={20} />
            <span>
              <b>{city.name}</b>
              <span className="small muted">
                {city.country === home ? city.region : `${city.region}, ${countryName(city.country)}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {largest.length > 0 && (words.trim() === '' || (!open && largest.some(({ city }) => city === chosen?.city))) ? (
        <LargestCities cities={largest} chosen={chosen?.city ?? null} onChoose={choose} />
      ) : null}
      <p className="small muted" role="status">
        {shown && cities.length === 0 ? t('signup.noCity') : null}
      </p>
    </div>
  )
}

type LargestProps = { cities: FoundCity[]; chosen: string | null; onChoose: (city: FoundCity) => void }

/** One tap instead of typing, for the many who live in a large city. */
const LargestCities = ({ cities, chosen, onChoose }: LargestProps) => (
  <div className={styles['largest']} role="group" aria-label={t('signup.largeCities')}>
    {cities.map((city) => (
      <ChipButton
        key={city.city}
        on={city.city === chosen}
        aria-pressed={city.city === chosen}
        onClick={() => onChoose(city)}
      >
        {city.name}
      </ChipButton>
    ))}
  </div>
)

type ListedCity = FoundCity & { region: string; otherNames: string[] }

const listed = ({ countries }: CallAnswer<'regions.get'>): ListedCity[] =>
  countries.flatMap(({ country, regions }) =>
    regions.flatMap((region) =>
      region.cities.map((city) => ({
        country,
        countryregion: region.id,
        city: city.id,
        name: city.name,
        region: region.name,
        otherNames: Object.values(city.names ?? {}).filter((name) => name !== undefined),
      })),
    ),
  )

/** The most populous cities of the visitor's country, the largest first. */
export const largestIn = (places: CallAnswer<'regions.get'>, home: string): FoundCity[] => {
  const ids = places.countries.find(({ country }) => country === home)?.largest ?? []
  const cities = listed(places)
  return ids.flatMap((id) => cities.find(({ city }) => city === id) ?? [])
}

const MOST = 5

/** Cities whose name in any language begins with the words, the visitor's own country first; then those with a later word that does. */
export const citiesLike = (places: CallAnswer<'regions.get'>, words: string, home: string): ListedCity[] => {
  const wanted = slugOf(words)
  if (wanted === '') return []
  const rank = (name: string): number => {
    const text = slugOf(name)
    return text.startsWith(wanted) ? 0 : text.includes(`-${wanted}`) ? 1 : 2
  }
  return listed(places)
    .map((city) => ({
      city,
      rank: Math.min(...[city.name, ...city.otherNames].map(rank)) + (city.country === home ? 0 : 0.5),
    }))
    .filter((found) => found.rank < 2)
    .toSorted((one, other) => one.rank - other.rank || one.city.name.localeCompare(other.city.name))
    .slice(0, MOST)
    .map(({ city }) => city)
}
