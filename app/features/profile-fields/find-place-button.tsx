/**
 * A button that fills in the place from the browser's position. If the browser reports the permission beforehand, a
 * denial is shown at once.
 */
import { useEffect, useState } from 'react'
import { call } from '../../ports/api.ts'
import { askPosition, positionPermission, type PositionPermission } from '../../ports/position.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { findPlace, type FoundPlace } from './find-place.ts'
import type { PlaceChoice } from './place-choice.ts'

type Props = { onFound: (place: PlaceChoice) => void }

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
    let shown = true
    void positionPermission().then((known) => (shown ? setPermission(known) : undefined))
    return () => {
      shown = false
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
    onFound({ country, countryregion, city })
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
