/** The place: from the position, or by the first letters of a city [PROF-7]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { FindPlaceButton } from '../profile-fields/find-place-button.tsx'
import { PlaceSearch } from '../profile-fields/place-search.tsx'
import { t } from '../../state/i18n.ts'
import { CardPreviewFoot, type CardContent } from './card-preview.tsx'
import type { TownDraft } from './signup-storage.ts'
import { StepFrame } from './step-frame.tsx'

type Props = {
  town: TownDraft | null
  seen: CardContent
  onChange: (town: TownDraft | null) => void
  onDone: () => void
}

export const TownStep = ({ town, seen, onChange, onDone }: Props) => {
  useSignals()
  const [isMissing, setIsMissing] = useState(false)
  /** A place from the position starts the field anew, with its name. */
  const [found, setFound] = useState(0)
  const choose = (chosen: TownDraft | null): void => {
    setIsMissing(false)
    onChange(chosen)
  }
  return (
    <StepFrame
      title={t('signup.placeTitle')}
      lead={t('signup.placeLead')}
      action={t('signup.continue')}
      onSubmit={() => (town === null ? setIsMissing(true) : onDone())}
      onSkip={onDone}
    >
      <FindPlaceButton
        onFound={(place, name) => {
          choose({ ...place, name })
          setFound(found + 1)
        }}
      />
      <PlaceSearch key={found} chosen={town} error={isMissing ? t('field.place_unknown') : null} onChange={choose} />
      <CardPreviewFoot seen={seen} />
    </StepFrame>
  )
}
