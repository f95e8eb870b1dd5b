/** The state of a read while its contents are missing: it loads, or it failed and can be tried again. */
import type { Failure } from '../calls.ts'
import { failureText } from '../failure-text.ts'
import { t } from '../texts.ts'
import { DeskButton } from './desk-button.tsx'
import { Empty } from './parts.tsx'

type Props = {
  read: { data: object | null; failure: Failure | null; reload: () => void }
  /** Title and text for an address of something that does not exist. */
  missing?: { title: string; text: string }
}

export const ReadState = ({ read: { data, failure, reload }, missing }: Props) => {
  if (failure) {
    const isMissing = missing !== undefined && failure.error === 'not_found'
    return (
      <div role="alert">
        <Empty
          icon="warning"
          title={isMissing ? missing.title : t('frame.notRead')}
          text={isMissing ? missing.text : failureText(failure)}
          action={
            <DeskButton kind="second" onClick={reload}>
              {t('frame.again')}
            </DeskButton>
          }
        />
      </div>
    )
  }
  if (data !== null) return null
  return (
    <p className="muted" role="status">
      {t('frame.loading')}
    </p>
  )
}
