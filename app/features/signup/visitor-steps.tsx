/** The questions before the account, one a screen, with one draft [ACC-1], [ACC-19]. A reload continues with all but the password. */
import { useEffect, useState } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { t } from '../../state/i18n.ts'
import { typedEmail } from '../../state/login-prompt.ts'
import { WantedGenderFields } from '../wanted-gender/wanted-gender-fields.tsx'
import { FindPlaceButton } from '../profile-fields/find-place-button.tsx'
import { PlaceSearch } from '../profile-fields/place-search.tsx'
import { AccountStep } from './account-step.tsx'
import { draftOf, isTyped, storableDraft, YOU_FIELDS, type AccountField, type FieldErrors } from './account-data.ts'
import { FaceStep } from './face-step.tsx'
import type { SignupPhotoDraft } from './photo-draft.ts'
import {
  storeDraft,
  storeTown,
  storeVisitorStep,
  storeWantedGenderDraft,
  loadDraft,
  loadPhotoDraft,
  loadTown,
  loadWantedGenderDraft,
  type TownDraft,
} from './signup-storage.ts'
import { NeedsCookies } from '../../ui/form-notes.tsx'
import { StepFrame, LoginLine } from './step-frame.tsx'
import { FACE, TOWN, WANTED_GENDER, YOU } from './steps.ts'
import { YouStep } from './you-step.tsx'
import { CardPreviewFoot, type CardContent } from './card-preview.tsx'

type Props = {
  at: number
  go: (at: number) => void
  /** Reports whether something would be lost [SHELL-13]. */
  onTyped: (typed: boolean) => void
}

export const VisitorSteps = ({ at, go, onTyped }: Props) => {
  const [draft, setDraft] = useState(() => {
    const storedDraft = draftOf(loadDraft())
    return storedDraft.email === '' ? { ...storedDraft, email: typedEmail.peek() } : storedDraft
  })
  const [errors, setErrors] = useState<FieldErrors>({})
  const [town, setTown] = useState<TownDraft | null>(loadTown)
  const [isTownGone, setIsTownGone] = useState(false)
  const [photo, setPhoto] = useState<SignupPhotoDraft | null>(() => {
    const source = loadPhotoDraft()
    return source === null ? null : { source, file: null }
  })
  const typed = isTyped(draft)
  useEffect(() => onTyped(typed), [onTyped, typed])
  useEffect(() => storeVisitorStep(at), [at])
  const change = (field: AccountField, value: string): void => {
    const next = { ...draft, [field]: value }
    setDraft(next)
    storeDraft(storableDraft(next))
    if (errors[field]) setErrors({ ...errors, [field]: undefined })
  }
  const changeTown = (chosen: TownDraft | null): void => {
    setTown(chosen)
    storeTown(chosen)
  }
  const form = { draft, errors, setErrors, change }
  const seen = { draft, town, photo: photo?.source ?? null }
  const next = (): void => go(at + 1)
  if (at === WANTED_GENDER) return <WantedGenderStep onDone={next} />
  if (at === YOU) return <YouStep {...form} seen={seen} onDone={next} />
  if (at === TOWN)
    return (
      <TownStep
        town={town}
        isGone={isTownGone}
        seen={seen}
        onDone={next}
        onChange={(chosen) => {
          setIsTownGone(false)
          changeTown(chosen)
        }}
      />
    )
  if (at === FACE) return <FaceStep photo={photo} seen={seen} onChange={setPhoto} onDone={next} />
  return (
    <AccountStep
      {...form}
      town={town}
      photo={photo}
      seen={seen}
      onRefused={(refused) => {
        setErrors(refused)
        if (YOU_FIELDS.some((field) => refused[field])) go(YOU)
      }}
      onPlaceRefused={() => {
        setIsTownGone(true)
        changeTown(null)
        go(TOWN)
      }}
    />
  )
}

/** The question before the account: whom the visitor wants to meet [ACC-19]. */
const WantedGenderStep = ({ onDone }: { onDone: () => void }) => {
  const [draft, setDraft] = useState(loadWantedGenderDraft)
  const [isMissing, setIsMissing] = useState(false)
  return (
    <StepFrame
      title={t('whom.title')}
      action={t('signup.continue')}
      onSubmit={() => (draft.gender === null ? setIsMissing(true) : onDone())}
      second={<LoginLine email="" />}
    >
      {/* Such a browser stores no answer either, so the reload that it needs would lose them all. */}
      <NeedsCookies />
      <WantedGenderFields
        draft={draft}
        isMissing={isMissing}
        onChange={(changed) => {
          setDraft(changed)
          storeWantedGenderDraft(changed)
          if (changed.gender !== null) setIsMissing(false)
        }}
      />
    </StepFrame>
  )
}

type TownStepProps = {
  town: TownDraft | null
  /** The site no longer offers the place that was chosen. */
  isGone: boolean
  seen: CardContent
  onChange: (town: TownDraft | null) => void
  onDone: () => void
}

/** The place: from the position, or by the first letters of a city [PROF-7]. */
const TownStep = ({ town, isGone, seen, onChange, onDone }: TownStepProps) => {
  useSignals()
  const [isMissing, setIsMissing] = useState(false)
  /** A place from the position starts the field anew, with its name. */
  const [found, setFound] = useState(0)
  const error = isGone ? t('signup.placeGone') : isMissing ? t('field.place_unknown') : null
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
      <PlaceSearch key={found} chosen={town} error={error} onChange={choose} />
      <CardPreviewFoot seen={seen} />
    </StepFrame>
  )
}
