/** The question before the account: whom the visitor wants to meet [ACC-19]. */
import { useState } from 'react'
import { WhomFields } from '../whom/whom-fields.tsx'
import { t } from '../../state/i18n.ts'
import { LoginLine } from './login-line.tsx'
import { keepWhomDraft, loadWhomDraft } from './signup-storage.ts'
import { StepFrame } from './step-frame.tsx'

export const WhomStep = ({ onDone }: { onDone: () => void }) => {
  const [draft, setDraft] = useState(loadWhomDraft)
  const [isMissing, setIsMissing] = useState(false)
  return (
    <StepFrame
      title={t('whom.title')}
      action={t('signup.continue')}
      onSubmit={() => (draft.whom === null ? setIsMissing(true) : onDone())}
      second={<LoginLine email="" />}
    >
      <WhomFields
        draft={draft}
        isMissing={isMissing}
        onChange={(changed) => {
          setDraft(changed)
          keepWhomDraft(changed)
          if (changed.whom !== null) setIsMissing(false)
        }}
      />
    </StepFrame>
  )
}
