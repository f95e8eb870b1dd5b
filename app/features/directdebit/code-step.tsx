/**
 * The second step of a direct debit [PAY-10]: the code of the SMS signs the mandate. The whole agreement is shown
 * again; nothing has been debited yet.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import type { Payment } from '#contract/entities/money.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { SMS_CODE_MINUTES, SMS_RESEND_MS } from '#contract/limits.ts'
import { call } from '../../ports/api.ts'
import { connection } from '../../state/connection.ts'
import { errorText, fieldErrorText } from '../../state/error-text.ts'
import { moneyOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormRefusal, NeedsNetwork, onlyOnline } from '../../ui/form-notes.tsx'
import { textOf, useAction, useForm } from '../../ui/use-form.ts'
import { after, now } from '../../ports/clock.ts'
import { ActionBar, BEGIN_TEXT_ID, beginRequest } from '../credits/action-bar.tsx'
import { storeUnknownPayment } from '../credits/purchase-storage.ts'
import { FictionNote } from '../credits/pay-notes.tsx'
import styles from './directdebit.module.css'
import type { SentCode } from './debit-storage.ts'
import { Mandate } from './mandate.tsx'

type Props = {
  id: string
  sent: SentCode
  onPaid: (payment: Pick<Payment, 'payment_id'>) => void
  /** Sends another code; null if the form must be filled in again first. */
  resend: (() => Promise<ErrorBody | null>) | null
  onChange: () => void
}

export const CodeStep = ({ id, sent, onPaid, resend, onChange }: Props) => {
  useSignals()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const { ref, busy, failure, submit } = useForm(async (data) => {
    const answer = await call('directdebit.confirm', {
      body: { directdebit: id, sms_code: codeIn(textOf(data, 'sms_code')), begin: beginRequest() },
    })
    if (answer.ok) {
      storeUnknownPayment(answer.data.payment)
      onPaid(answer.data.payment)
    }
    // The payment was stored but the provider never got it, so it has failed: its page shows the failure and offers the
    // next step.
    else if (answer.error.error === 'payment_unavailable') onPaid({ payment_id: id })
    else return atCode(answer.error)
    return null
  })
  const price = moneyOf(sent.price, sent.currency)
  return (
    <form ref={ref} className={styles['form']} noValidate onSubmit={onlyOnline(submit)}>
      <section className={styles['section']}>
        <h2 ref={title} tabIndex={-1}>
          {t('directdebit.codeTitle')}
        </h2>
        <p>{t('directdebit.codeSent', { phone: sent.phone, count: SMS_CODE_MINUTES })}</p>
        <TextField
          label={t('directdebit.code')}
          name="sms_code"
          className={styles['code']}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="send"
          required
          error={codeErrorText(failure)}
        />
        <Resend sentAt={sent.at} resend={resend} onChange={onChange} />
      </section>
      <section className={styles['section']}>
        <h2>{t('pay.order')}</h2>
        <FactList
          facts={[
            {
              label: t('directdebit.amount'),
              value: t('directdebit.amountFor', { price, credits: t('credits.count', { count: sent.credits }) }),
            },
            { label: t('directdebit.iban'), value: sent.iban },
          ]}
        />
      </section>
      <FictionNote />
      <Mandate price={price} reference={sent.mandate} />
      <ActionBar begins note={t('directdebit.notYet', { price })}>
        <div className={styles['notes']}>
          <NeedsNetwork text={t('pay.needsNetwork')} />
          <FormRefusal failure={failure} />
        </div>
        <Button
          type="submit"
          full
          disabled={busy}
          aria-describedby={BEGIN_TEXT_ID}
          aria-disabled={!connection.value.online || undefined}
        >
          <span className="num">{busy ? t('ui.busy') : t('directdebit.confirm', { price })}</span>
        </Button>
      </ActionBar>
    </form>
  )
}

/** The code alone, also if the whole SMS was pasted. */
const codeIn = (typed: string): string => /\b\d{6}\b/.exec(typed)?.[0] ?? typed.replaceAll(/\s/g, '')

/** Moves an error about the code to the code's field, which is then focused. */
const atCode = (error: ErrorBody): ErrorBody =>
  CODE_ERRORS.has(error.error) ? { ...error, fields: { sms_code: 'invalid' } } : error

const CODE_ERRORS: ReadonlySet<string> = new Set(['sms_code_invalid', 'link_invalid', 'not_found'])

const codeErrorText = (failure: ErrorBody | null): string | null => {
  if (failure === null) return null
  if (failure.error === 'sms_code_invalid') return errorText(failure)
  if (failure.error === 'link_invalid' || failure.error === 'not_found') return t('directdebit.codeDead')
  return fieldErrorText(failure, 'sms_code')
}

type ResendProps = { sentAt: number; resend: (() => Promise<ErrorBody | null>) | null; onChange: () => void }

/** Another code if none arrived: after a minute, or to another number. */
const Resend = ({ sentAt, resend, onChange }: ResendProps) => {
  const left = useResendIn(sentAt)
  const [isSent, setSent] = useState(false)
  const { busy, failure, run } = useAction(async () => {
    if (!resend) return onChange()
    setSent(false)
    const error = await resend()
    setSent(error === null)
    return error
  })
  return (
    <>
      <div className={styles['ways']}>
        <Button kind="second" small disabled={left > 0 || busy} onClick={() => void run()}>
          <span className="num">{left > 0 ? t('directdebit.resendIn', { count: left }) : t('directdebit.resend')}</span>
        </Button>
        <Button kind="quiet" small onClick={onChange}>
          {t('directdebit.change')}
        </Button>
      </div>
      <p role="status" className="small muted">
        {isSent ? t('directdebit.resent') : ''}
      </p>
      <FormRefusal failure={failure} />
    </>
  )
}

const SECOND_MS = 1_000

/** @param sentAt the time of the last code, in ms @returns the seconds until another code can be sent */
const useResendIn = (sentAt: number): number => {
  const [at, setAt] = useState(now)
  const due = sentAt + SMS_RESEND_MS
  // After another code, `at` is older than `sentAt` until the next tick.
  const left = Math.max(0, Math.ceil((due - Math.max(at, sentAt)) / SECOND_MS))
  useEffect(() => (at < due ? after(SECOND_MS, () => setAt(now())) : undefined), [at, due])
  return left
}
