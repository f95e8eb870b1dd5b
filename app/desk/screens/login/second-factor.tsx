/** The forms of the second factor, at each login and when it is set up [DESK-1]. */
import { useState } from 'react'
import type { DeskSession } from '#contract/desk/staff.ts'
import { askPasskey, hasPasskeys, makePasskey } from '../../../ports/passkeys.ts'
import { TextField } from '../../../ui/field.tsx'
import { Note } from '../../../ui/note.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { call, type Failure } from '../../calls.ts'
import { now } from '../../clock.ts'
import { whenText } from '../../format.ts'
import { useKeys } from '../../keys.ts'
import { enterStep } from '../../session.ts'
import { t } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { FailureNote, fieldText, useDeskForm } from '../../ui/desk-form.tsx'
import { DeskIcon } from '../../ui/desk-icon.tsx'
import styles from './login.module.css'

type Props = { step: Extract<DeskSession, { state: 'second_factor' }> }

/** A passkey, or a code of an authenticator app. */
export const FactorStep = ({ step: { factors, last_login, demo_code } }: Props) => {
  const canUsePasskey = factors.includes('passkey') && hasPasskeys()
  const canUseCode = factors.includes('totp')
  const [usesCode, setUsesCode] = useState(!canUsePasskey)
  useKeys(canUseCode && !usesCode ? [{ keys: ['c'], text: 'login.useCode', run: () => setUsesCode(true) }] : [])
  return (
    <>
      {usesCode ? (
        <CodeForm demoCode={demo_code} onPasskey={canUsePasskey ? () => setUsesCode(false) : null} />
      ) : (
        <PasskeyForm onCode={canUseCode ? () => setUsesCode(true) : null} />
      )}
      <p className={styles['stay']}>
        <DeskIcon name="timer" size={20} />
        <span>{t('login.stay')}</span>
      </p>
      {last_login === null ? null : (
        <p className={styles['last']}>{t('login.lastTime', { when: whenText(last_login.at, now.peek()) })}</p>
      )}
    </>
  )
}

const PasskeyForm = ({ onCode }: { onCode: (() => void) | null }) => {
  const { busy, failure, submit } = useDeskForm(enterByPasskey)
  return (
    <form className={styles['ways']} onSubmit={submit}>
      <FailureNote failure={failure} />
      <DeskButton type="submit" icon="fingerprint" full lead autoFocus disabled={busy} keys="Enter">
        {t('login.usePasskey')}
      </DeskButton>
      {onCode ? (
        <DeskButton kind="second" icon="smartphone" full lead keys="c" onClick={onCode}>
          {t('login.useCode')}
        </DeskButton>
      ) : null}
    </form>
  )
}

const enterByPasskey = async (): Promise<Failure | null> => {
  const options = await call('second_factor.passkey_options', {})
  if (!options.ok) return options.failure
  const response = await askPasskey(options.data)
  if (response === null) return { error: 'passkey_refused' }
  return enterStep(await call('second_factor.passkey', { body: { response } }))
}

const CodeForm = ({ demoCode, onPasskey }: { demoCode: string | undefined; onPasskey: (() => void) | null }) => {
  const { busy, failure, submit } = useDeskForm(async (data) =>
    enterStep(await call('second_factor.totp', { body: { code: textOf(data, 'code') } })),
  )
  return (
    <form className={styles['ways']} onSubmit={submit} noValidate>
      {demoCode === undefined ? null : (
        <Note tone="plum">
          <p>{t('login.demoCode', { code: demoCode })}</p>
        </Note>
      )}
      <CodeField failure={failure} autoFocus />
      <FailureNote failure={failure} />
      <DeskButton type="submit" full lead disabled={busy}>
        {t('login.enter')}
      </DeskButton>
      {onPasskey ? (
        <DeskButton kind="second" icon="fingerprint" full lead onClick={onPasskey}>
          {t('login.usePasskey')}
        </DeskButton>
      ) : null}
    </form>
  )
}

const CodeField = ({ failure, autoFocus = false }: { failure: Failure | null; autoFocus?: boolean }) => (
  <TextField
    label={t('login.code')}
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    autoFocus={autoFocus}
    required
    error={fieldText(failure, 'code')}
  />
)

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
  return enterStep(await call('passkeys.add', { body: { response, name: t('login.passkeyName') } }))
}

const ConfirmForm = ({ secret: { secret, uri } }: { secret: Secret }) => {
  const { busy, failure, submit } = useDeskForm(async (data) =>
    enterStep(await call('totp.confirm', { body: { code: textOf(data, 'code') } })),
  )
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p>{t('login.addSecret')}</p>
      <QrCode text={uri} label={t('login.qr')} />
      <p className={styles['secret']}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
      <p>
        <a href={uri}>{t('login.openApp')}</a>
      </p>
      <CodeField failure={failure} />
      <FailureNote failure={failure} />
      <DeskButton type="submit" full lead disabled={busy}>
        {t('login.enter')}
      </DeskButton>
    </form>
  )
}
