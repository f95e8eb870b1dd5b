/** The question before the account: whom the visitor wants to meet [ACC-19]. */
import { useState } from 'react'
import { WantedGenderFields } from '../wanted-gender/wanted-gender-fields.tsx'
import { t } from '../../state/i18n.ts'
import { LoginLine } from './login-line.tsx'
import { keepWantedGenderDraft, loadWantedGenderDraft } from './signup-storage.ts'
import { StepFrame } from './step-frame.tsx'

export const WantedGenderStep = ({ onDone }: { onDone: () => void }) => {
  const [draft, setDraft] = useState(loadWantedGenderDraft)
  const [isMissing, setIsMissing] = useState(false)
  return (
    <StepFrame
      title={t('whom.title')}
      action={t('signup.continue')}
      onSubmit={() => (draft.gender === null ? setIsMissing(true) : onDone())}
      second={<LoginLine email="" />}
    >
      <WantedGenderFields
        draft={draft}
        isMissing={isMissing}
        onChange={(changed) => {
          setDraft(changed)
          keepWantedGenderDraft(changed)
          if (changed.gender !== null) setIsMissing(false)
        }}
      />
    </StepFrame>
  )
}
