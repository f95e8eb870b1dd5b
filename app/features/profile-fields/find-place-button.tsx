/**
 * A button that fills in the place from the browser's position. If the browser reports the permission beforehand, a
 * denial is shown at once.
 */
import { useEffect, useState } from 'react'
import type { Geocode } from '#contract/entities/place.ts'
import { call, type Answer } from '../../ports/api.ts'
import { askPosition, positionPermission, type PositionPermission, type PositionAnswer } from '../../ports/position.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import type { PlaceChoice } from './place-choice.ts'

type Props = { onFound: (place: PlaceChoice, cityName: string) => void }

type Failure = Extract<FoundPlace, { found: false }>['reason']

const WORDS: Record<Failure, TextKey> = {
  denied: 'place.denied',
  unavailable: 'place.unavailable',
  nowhere: 'place.nowhere',
  offline: 'place.offline',
  busy: 'error.rate_limited',
}

export const FindPlaceButton = ({ onFound }: Props) => {
  const [permission, setPermission] = useState<PositionPermission>('unknown')
  const [busy, setBusy] = useState(false)
  const [words, setWords] = useState<string | null>(null)
  useEffect(() => {
    let isShown = true
    void positionPermission().then((known) => (isShown ? setPermission(known) : undefined))
    return () => {
      isShown = false
    }
  }, [])
  const find = async (): Promise<void> => {
    setBusy(true)
    setWords(null)
    const found = await findPlace({
      position: askPosition,
      geocode: (query) => call('geocode.get', { query }),
    })
    setBusy(false)
    setPermission(await positionPermission())
    if (!found.found) return setWords(t(WORDS[found.reason]))
    const { country, countryregion, city, city_name, region_name } = found.place
    onFound({ country, countryregion, city }, city_name)
    return setWords(t('place.found', { city: city_name, region: region_name }))
  }
  if (permission === 'unsupported') return null
  const denied = permission === 'denied'
  return (
    <div className="stack" style={{ '--gap': 'var(--s1)' } as React.CSSProperties}>
      {denied ? null : (
        <Button kind="second" icon="pin" full disabled={busy} onClick={() => void find()}>
          {t(busy ? 'place.finding' : 'place.find')}
        </Button>
      )}
      <p className="small muted" role="status">
        {words ?? t(denied ? 'place.denied' : 'place.findHint')}
      </p>
    </div>
  )
}

type FoundPlace =
  | { found: true; place: Geocode }
  /** `nowhere`: the position is known, but no city on the list is near. */
  | { found: false; reason: 'denied' | 'unavailable' | 'nowhere' | 'offline' | 'busy' }

type Ask = {
  position: () => Promise<PositionAnswer>
  geocode: (query: { lat: string; lon: string }) => Promise<Answer<'geocode.get'>>
}

/** Two digits (about a kilometre) are enough for the city, so no more leaves the device. */
const DIGITS = 2

/** Finds the nearest city on the list for a position [PROF-7]. The position goes nowhere else and is not stored. */
export const findPlace = async ({ position, geocode }: Ask): Promise<FoundPlace> => {
  const here = await position()
  if (!here.found) return here
  const answer = await geocode({ lat: here.lat.toFixed(DIGITS), lon: here.lon.toFixed(DIGITS) })
  // §8: a failure counts as no place, but each reason has its own advice.
  if (!answer.ok) return { found: false, reason: answer.error.error === 'rate_limited' ? 'busy' : 'offline' }
  if (answer.data.geocode === false) return { found: false, reason: 'nowhere' }
  return { found: true, place: answer.data.geocode }
}
