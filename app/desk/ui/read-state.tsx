/** The state of a read while its contents are missing: it loads, or it failed and can be tried again. */
import { call, failureText, type Failure } from '../calls.ts'
import { t } from '../texts.ts'
import skeleton from '../../ui/skeleton.module.css'
import { DeskButton } from './desk-button.tsx'
import { FailureNote, useDeskForm } from './desk-form.tsx'
import { Empty } from './parts.tsx'
import styles from './parts.module.css'

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
            failure.error === 'answer_unreadable' ? (
              <ReloadPage />
            ) : (
              <DeskButton kind="second" onClick={reload}>
                {t('frame.again')}
              </DeskButton>
            )
          }
        />
      </div>
    )
  }
  if (data !== null) return null
  return <WaitingState />
}

/** Lines in place of the contents. */
const WaitingState = () => (
  <div className={styles['waiting']} role="status">
    <p className="vh">{t('frame.loading')}</p>
    {LINES.map((width) => (
      <span key={width} aria-hidden="true" className={skeleton['skeleton']} style={{ inlineSize: width }} />
    ))}
  </div>
)

const LINES = ['38%', '92%', '74%', '86%', '61%']

/**
 * Another try with the same page would fail again: its code does not fit the server's. Without the server, the browser would show
 * its error page in place of the desk, and what was not sent would be lost.
 */
export const ReloadPage = () => {
  const { busy, failure, submit } = useDeskForm(async () => {
    const answer = await call('me.get', {}, { isBackground: true })
    if (!answer.ok && answer.failure.error === 'network_unavailable') return answer.failure
    location.reload()
    return null
  })
  return (
    <form className="stack" onSubmit={submit}>
      <FailureNote failure={failure} />
      <DeskButton type="submit" kind="second" disabled={busy}>
        {t('frame.reload')}
      </DeskButton>
    </form>
  )
}
