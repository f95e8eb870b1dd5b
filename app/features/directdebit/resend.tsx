/** Another code if none arrived: after a minute, or to another number. */
import { useState, useEffect } from 'react'
import type { ErrorBody } from '#contract/errors.ts'
import { SMS_RESEND_MS } from '#contract/limits.ts'
import { after, now } from '../../ports/clock.ts'
import { t } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { FormRefusal } from '../../ui/form-notes.tsx'
import styles from './directdebit.module.css'

type Props = { sentAt: number; resend: (() => Promise<ErrorBody | null>) | null; onChange: () => void }

export const Resend = ({ sentAt, resend, onChange }: Props) => {
  const left = useResendIn(sentAt)
  const [outcome, setOutcome] = useState<'sent' | ErrorBody | null>(null)
  const [busy, setBusy] = useState(false)
  const again = async (): Promise<void> => {
    if (!resend) return onChange()
    setBusy(true)
    const error = await resend()
    setBusy(false)
    setOutcome(error ?? 'sent')
  }
  return (
    <>
      <div className={styles['ways']}>
        <Button kind="second" small disabled={left > 0 || busy} onClick={() => void again()}>
          <span className="num">{left > 0 ? t('directdebit.resendIn', { count: left }) : t('directdebit.resend')}</span>
        </Button>
        <Button kind="quiet" small onClick={onChange}>
          {t('directdebit.change')}
        </Button>
      </div>
      <p role="status" className="small muted">
        {outcome === 'sent' ? t('directdebit.resent') : ''}
      </p>
      <FormRefusal failure={outcome === 'sent' ? null : outcome} />
    </>
  )
}

/** The seconds until another code can be sent. */
const SECOND_MS = 1_000

/** @param sentAt the time of the last code, in ms */
const useResendIn = (sentAt: number): number => {
  const [at, setAt] = useState(now)
  const due = sentAt + SMS_RESEND_MS
  // After another code, `at` is older than `sentAt` until the next tick.
  const left = Math.max(0, Math.ceil((due - Math.max(at, sentAt)) / SECOND_MS))
  useEffect(() => (at < due ? after(SECOND_MS, () => setAt(now())) : undefined), [at, due])
  return left
}
