/** Reports a member [SAFE-8]: a reason, a text, a receipt with its number. The text stays after a failure. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState, type FormEvent } from 'react'
import { REPORT_REASONS, type Receipt, type ReportReason } from '#contract/entities/safety.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { call } from '../../ports/api.ts'
import { connection } from '../../state/connection.ts'
import { errorText } from '../../state/error-text.ts'
import { t, tCode } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { ReportFields } from './report-fields.tsx'
import styles from './report.module.css'

type Props = {
  profile: { id: number; name: string }
  /** The reported message or photo, if the report is about one. */
  about?: { message?: number; photo?: string }
  onClose: () => void
  /** Offered with the receipt; null if the member is already blocked. */
  onBlock: (() => Promise<void>) | null
}

export const ReportDialog = ({ profile: { id, name }, about, onClose, onBlock }: Props) => {
  useSignals()
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [text, setText] = useState('')
  const [error, setError] = useState<ErrorBody | null>(null)
  const [busy, setBusy] = useState(false)
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (reason === null) return setError({ error: 'invalid_input', fields: { reason: 'required' } })
    setBusy(true)
    setError(null)
    const answer = await call('reports.send', { body: { profile: id, reason, text, ...about } })
    setBusy(false)
    if (answer.ok && !answer.queued) return setReceipt(answer.data)
    if (!answer.ok) setError(answer.error)
    return undefined
  }
  if (receipt) return <Done name={name} number={receipt.number} onClose={onClose} onBlock={onBlock} />
  return (
    <Dialog title={t('report.title', { name })} sheet locked={busy} onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
        <p className="muted">{t('report.lead', { name })}</p>
        <ReportFields
          reasons={REPORT_REASONS}
          reason={reason}
          text={text}
          errorOf={(field) => {
            const code = error?.fields?.[field]
            return code === undefined ? null : tCode('field', code)
          }}
          onReason={setReason}
          onText={setText}
        />
        {connection.value.online ? null : (
          <Note icon="offline" role="status">
            <p>{t('report.needsNetwork')}</p>
          </Note>
        )}
        {error && !error.fields ? (
          <Note tone="bad" role="alert">
            <p>{errorText(error)}</p>
          </Note>
        ) : null}
        <Button type="submit" icon="flag" disabled={busy} full>
          {t(busy ? 'report.sending' : 'report.send')}
        </Button>
      </form>
    </Dialog>
  )
}

type DoneProps = Pick<Props, 'onClose' | 'onBlock'> & { name: string; number: string }

const Done = ({ name, number, onClose, onBlock }: DoneProps) => (
  <Dialog
    title={t('report.doneTitle')}
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
    <p role="status">{t('report.done', { number })}</p>
  </Dialog>
)
