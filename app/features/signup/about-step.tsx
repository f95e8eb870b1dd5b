/** Step 4: a short description. The text is stored in this tab while it is written [ACC-1]. */
import { useState } from 'react'
import type { OwnProfile } from '#contract/entities/profile.ts'
import { t } from '../../state/i18n.ts'
import { AboutMeField } from '../profile-fields/about-me-field.tsx'
import { NO_REFUSALS } from '../profile-fields/refusals.ts'
import { dropAbout, storeAboutMe, loadAbout } from './signup-storage.ts'
import { saveProfile } from '../me/saving.ts'
import { StepFrame, FailureNote } from './step-frame.tsx'
import { useSaving } from './use-saving.ts'

type Props = { profile: OwnProfile; onDone: () => void }

export const AboutStep = ({ profile, onDone }: Props) => {
  const [text, setText] = useState(() => loadAbout() ?? profile.about_me)
  const { busy, errors, setErrors, failure, save } = useSaving(() => {
    dropAbout()
    onDone()
  })
  const submit = (): void => {
    if (text.trim() === profile.about_me) onDone()
    else void save(() => saveProfile({ about_me: text }))
  }
  return (
    <StepFrame
      title={t('signup.aboutTitle')}
      lead={t('signup.aboutLead')}
      action={t('signup.continue')}
      busy={busy}
      onSubmit={submit}
      onSkip={onDone}
    >
      <AboutMeField
        value={text}
        onChange={(written) => {
          setText(written)
          storeAboutMe(written)
          setErrors(NO_REFUSALS)
        }}
        errors={errors}
      />
      <FailureNote failure={failure} />
    </StepFrame>
  )
}
