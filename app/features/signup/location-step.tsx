/** Step 2: the member's place, from the browser's position or chosen by hand [PROF-7]. */
import { useState } from 'react'
import type { OwnProfile } from '#contract/entities/profile.ts'
import { t } from '../../state/i18n.ts'
import { FindPlaceButton } from '../profile-fields/find-place-button.tsx'
import { isSamePlace, missingInPlace, placeChange, placeOfProfile } from '../profile-fields/place-choice.ts'
import { PlaceFields } from '../profile-fields/place-fields.tsx'
import { NO_REFUSALS } from '../profile-fields/refusals.ts'
import { saveProfile } from '../me/saving.ts'
import { StepFrame, FailureNote } from './step-frame.tsx'
import { useSaving } from './use-saving.ts'

type Props = { profile: OwnProfile; onDone: () => void }

export const LocationStep = ({ profile, onDone }: Props) => {
  const known = placeOfProfile(profile)
  const [place, setPlace] = useState(known)
  const { busy, errors, setErrors, failure, save } = useSaving(onDone)
  const submit = (): void => {
    const missing = missingInPlace(place)
    if (Object.keys(missing).length > 0) setErrors(missing)
    else if (isSamePlace(place, known)) onDone()
    else void save(() => saveProfile(placeChange(place)))
  }
  return (
    <StepFrame
      title={t('signup.placeTitle')}
      lead={t('signup.placeLead')}
      action={t('signup.continue')}
      busy={busy}
      onSubmit={submit}
      onSkip={onDone}
    >
      <FindPlaceButton
        onFound={(found) => {
          setPlace(found)
          setErrors(NO_REFUSALS)
        }}
      />
      <PlaceFields
        value={place}
        onChange={(chosen) => {
          setPlace(chosen)
          setErrors(NO_REFUSALS)
        }}
        errors={errors}
      />
      <FailureNote failure={failure} />
    </StepFrame>
  )
}
