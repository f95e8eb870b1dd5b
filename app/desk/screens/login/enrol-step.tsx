import { lazy, Suspense, useState } from 'react'
import { TextField } from '../../../ui/field.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { call, type Failure } from '../../calls.ts'
import { enterStep } from '../../session.ts'
import { t } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { FailureNote, fieldText, useDeskForm } from '../../ui/desk-form.tsx'
import styles from './login.module.css'
import { hasPasskeys, makePasskey } from './passkey.ts'

/** Only the first login needs it. */
const QrCode = lazy(async () => ({ default: (await import('../../../ui/qr-code.tsx')).QrCode }))

type Secret = { secret: string; uri: string }

/** The setup of the second factor at the first login. */
export const EnrolStep = () => {
  const [secret, setSecret] = useState<Secret | null>(null)
  const passkey = useDeskForm(addPasskey)
  const begin = useDeskForm(async () => {
    const answer = await call('totp.begin', {})
    if (!answer.ok) return answer.failure
    setSecret(answer.data)
    return null
  })
  if (secret) return <ConfirmForm secret={secret} />
  return (
    <>
      <p>{t('login.enrol')}</p>
      <FailureNote failure={passkey.failure ?? begin.failure} />
      {hasPasskeys() ? (
        <form onSubmit={passkey.submit}>
          <DeskButton type="submit" icon="fingerprint" full lead disabled={passkey.busy}>
            {t('login.makePasskey')}
          </DeskButton>
        </form>
      ) : null}
      <form onSubmit={begin.submit}>
        <DeskButton type="submit" kind="second" icon="smartphone" full lead disabled={begin.busy}>
          {t('login.makeCode')}
        </DeskButton>
      </form>
    </>
  )
}

const addPasskey = async (): Promise<Failure | null> => {
  const options = await call('passkeys.options', {})
  if (!options.ok) return options.failure
  const response = await makePasskey(options.data)
  if (response === null) return { error: 'passkey_refused' }
  const answer = await call('passkeys.add', { body: { response, name: t('login.passkeyName') } })
  if (!answer.ok) return answer.failure
  enterStep(answer.data)
  return null
}

const ConfirmForm = ({ secret: { secret, uri } }: { secret: Secret }) => {
  const { busy, failure, submit } = useDeskForm(async (data) => {
    const answer = await call('totp.confirm', { body: { code: textOf(data, 'code') } })
    if (!answer.ok) return answer.failure
    enterStep(answer.data)
    return null
  })
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p>{t('login.addSecret')}</p>
      <Suspense fallback={<div className={styles['qr']} />}>
        <QrCode text={uri} label={t('login.qr')} />
      </Suspense>
      <p className={styles['secret']}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
      <p>
        <a href={uri}>{t('login.openApp')}</a>
      </p>
      <TextField
        label={t('login.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        error={fieldText(failure, 'code')}
      />
      <FailureNote failure={failure} />
      <DeskButton type="submit" full lead disabled={busy}>
        {t('login.enter')}
      </DeskButton>
    </form>
  )
}
