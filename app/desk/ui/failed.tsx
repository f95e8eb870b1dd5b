/** A screen whose contents did not come: the reason, and a way to try again. */
import type { Failure } from '../calls.ts'
import { failureText } from '../failure-text.ts'
import { t } from '../texts.ts'
import { DeskButton } from './desk-button.tsx'
import { Empty } from './parts.tsx'

export const Failed = ({ failure, onAgain }: { failure: Failure; onAgain: () => void }) => (
  <div role="alert">
    <Empty
      icon="warning"
      title={t('frame.notRead')}
      text={failureText(failure)}
      action={
        <DeskButton kind="second" onClick={onAgain}>
          {t('frame.again')}
        </DeskButton>
      }
    />
  </div>
)
