/**
 * Reports a member [SAFE-8]: a reason, a text, a receipt with its number. Offline the report waits on the device, and
 * can be taken back until it is sent. The text stays after a failure.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState, type FormEvent, useId } from 'react'
import { REPORT_REASONS, type ReportReason, type SentReport } from '#contract/entities/safety.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { LETTER_MAX } from '#contract/limits.ts'
import { call } from '../../ports/api.ts'
import { newId } from '../../ports/random.ts'
import { controlled } from '../../ports/service-worker.ts'
import { connection } from '../../state/connection.ts'
import { errorText, fieldErrorText, profileErrorText } from '../../state/error-text.ts'
import { t, tCode } from '../../state/i18n.ts'
import { invalidate, useResource } from '../../state/resource.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/field.tsx'
import { CountedTextField } from '../../ui/counted-text-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note, StatusText } from '../../ui/note.tsx'
import { Field } from '../../ui/field.tsx'
import { refusesTooLong, useInvalidFocus } from '../../ui/use-form.ts'
import { ownDraft } from '../../state/drafts.ts'
import styles from './report.module.css'
import { toast } from '../../state/toasts.ts'
import { FormRefusal } from '../../ui/form-notes.tsx'

type Props = {
  profile: { id: number; name: string }
  /** The reported message or photo, if the report is about one. */
  about?: { message?: number; photo?: string }
  onClose: () => void
  /** Offered with the receipt; null if the member is already blocked. */
  onBlock: (() => Promise<void>) | null
}

/** The server has answered with a number, or the report is queued on this device. */
type AcceptedReport = { number: string } | 'queued'

export const ReportDialog = ({ profile: { id, name }, about, onClose, onBlock }: Props) => {
  useSignals()
  // Every try has the same id, so the server stores one report.
  const [clientId] = useState(newId)
  const [reason, setReason] = useState<ReportReason | null>(null)
  // A phone may close the page, or the session may run out, before the report is sent.
  const begun = ownDraft(`report-${id}`)
  const [text, setText] = useState(begun.read)
  const [error, setError] = useState<ErrorBody | null>(null)
  const [busy, setBusy] = useState(false)
  const [accepted, setAccepted] = useState<AcceptedReport | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const focusInvalid = useInvalidFocus(form)
  const refuse = (refusal: ErrorBody): void => {
    setError(refusal)
    focusInvalid()
  }
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (reason === null) return refuse({ error: 'invalid_input', fields: { reason: 'required' } })
    if (refusesTooLong(form.current)) return undefined
    setBusy(true)
    setError(null)
    const answer = await call('reports.send', { body: { client_id: clientId, profile: id, reason, text, ...about } })
    setBusy(false)
    if (!answer.ok) return refuse(answer.error)
    begun.write('')
    return setAccepted(answer.queued ? 'queued' : { number: answer.data.number })
  }
  const close = (): void => {
    begun.write('')
    onClose()
  }
  const ends = { name, onClose, onBlock }
  if (accepted === 'queued') return <QueuedReport clientId={clientId} {...ends} />
  if (accepted)
    return (
      <EndedReport title={t('report.doneTitle')} {...ends}>
        <StatusText>{t('report.done', accepted)}</StatusText>
      </EndedReport>
    )
  return (
    <Dialog
      title={about?.photo === undefined ? t('report.title', { name }) : t('photo.report')}
      sheet
      locked={busy}
      onClose={close}
    >
      <form ref={form} className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
        <p className="muted">{t('report.lead', { name })}</p>
        <ReportFields
          reasons={REPORT_REASONS}
          reason={reason}
          text={text}
          errorOf={(field) => fieldErrorText(error, field)}
          onReason={setReason}
          onText={(next) => {
            setText(next)
            begun.write(next)
          }}
        />
        {connection.value.online ? null : (
          <Note icon="offline" role="status">
            <p>{t(controlled.value ? 'report.sentLater' : 'report.needsNetwork')}</p>
          </Note>
        )}
        <FormRefusal failure={error} textOf={profileErrorText} />
        <div className={styles['send']}>
          <Button type="submit" icon="flag" disabled={busy} full>
            {t(busy ? 'report.sending' : 'report.send')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type EndProps = Pick<Props, 'onClose' | 'onBlock'> & { name: string }

/** A report that this device has accepted: on its way, waiting for a connection, received, or refused. */
const QueuedReport = ({ clientId, ...ends }: EndProps & { clientId: string }) => {
  useSignals()
  const { data } = useResource('reports.list', {})
  const report = data?.reports.find(({ client_id }) => client_id === clientId)
  const isWaiting = report === undefined || report.waiting !== undefined
  const failure = report?.waiting?.failure ?? null
  const withdraw = (): void => {
    ends.onClose()
    void takeBackReport(clientId)
  }
  return (
    <EndedReport title={t(failure ? 'report.refusedTitle' : 'report.doneTitle')} {...ends}>
      {failure ? (
        <Note tone="bad" role="alert">
          <p>{profileErrorText(failure)}</p>
          <p>{t('report.refused')}</p>
        </Note>
      ) : (
        <StatusText>{stateText(report)}</StatusText>
      )}
      {isWaiting && !connection.value.online ? (
        <Button kind="quiet" plain small icon="undo" onClick={withdraw}>
          {t('report.takeBack')}
        </Button>
      ) : null}
    </EndedReport>
  )
}

const stateText = (report: SentReport | undefined): string => {
  if (report && !report.waiting) return t('report.done', { number: report.number })
  return t(connection.value.online ? 'report.sending' : 'report.waits')
}

const EndedReport = ({
  title,
  name,
  onClose,
  onBlock,
  children,
}: EndProps & { title: string; children: React.ReactNode }) => (
  <Dialog
    title={title}
    sheet
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>{t('ui.close')}</Button>
        {onBlock ? (
          <Button
            kind="danger"
            icon="ban"
            onClick={() => {
              onClose()
              void onBlock()
            }}
          >
            {t('report.blockToo', { name })}
          </Button>
        ) : null}
      </>
    }
  >
    {children}
  </Dialog>
)

type ReportFieldsProps = {
  reasons: readonly ReportReason[]
  reason: ReportReason | null
  text: string
  errorOf: (field: 'reason' | 'text') => string | null
  onReason: (reason: ReportReason) => void
  onText: (text: string) => void
}

const ReportFields = ({ reasons, reason, text, errorOf, onReason, onText }: ReportFieldsProps) => {
  const name = useId()
  return (
    <>
      <Field label={t('report.reason')} error={errorOf('reason')} group>
        {({ describedBy, invalid }) => (
          <div
            role="radiogroup"
            aria-label={t('report.reason')}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            className={styles['reasons']}
          >
            {reasons.map((one) => (
              <div key={one} className={styles['reason']}>
                <CheckField type="radio" name={name} checked={one === reason} onChange={() => onReason(one)}>
                  {tCode('safety', `reason_${one}`)}
                </CheckField>
              </div>
            ))}
          </div>
        )}
      </Field>
      <CountedTextField
        label={t('report.text')}
        hint={t('report.textHint')}
        error={errorOf('text')}
        rows={3}
        max={LETTER_MAX}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    </>
  )
}

/** Takes a queued report back. A report that is being sent stays, and the toast says so. */
export const takeBackReport = async (id: string): Promise<void> => {
  const answer = await call('device.discard', { params: { id } })
  invalidate(['reports', 'device'])
  if (answer.ok) toast(t('report.takenBack'))
  else toast(answer.error.error === 'not_found' ? t('report.alreadySent') : errorText(answer.error))
}
