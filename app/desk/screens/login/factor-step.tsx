import { useState } from 'react'
import type { DeskSession } from '#contract/desk/entities/staff.ts'
import { TextField } from '../../../ui/field.tsx'
import { Note } from '../../../ui/note.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { call, type Failure } from '../../calls.ts'
import { whenText } from '../../format.ts'
import { useKeys } from '../../keys.ts'
import { now } from '../../clock.ts'
import { enterStep } from '../../session.ts'
import { t } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskIcon } from '../../ui/desk-icon.tsx'
import { FailureNote, fieldText, useDeskForm } from '../../ui/desk-form.tsx'
import styles from './login.module.css'
import { askPasskey, hasPasskeys } from './passkey.ts'

type Props = { step: Extract<DeskSession, { state: 'second_factor' }> }

/** The second factor: a passkey, or a code of an authenticator app. */
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
  const answer = await call('second_factor.passkey', { body: { response } })
  if (!answer.ok) return answer.failure
  enterStep(answer.data)
  return null
}

const CodeForm = ({ demoCode, onPasskey }: { demoCode: string | undefined; onPasskey: (() => void) | null }) => {
  const { busy, failure, submit } = useDeskForm(async (data) => {
    const answer = await call('second_factor.totp', { body: { code: textOf(data, 'code') } })
    if (!answer.ok) return answer.failure
    enterStep(answer.data)
    return null
  })
  return (
    <form className={styles['ways']} onSubmit={submit} noValidate>
      {demoCode === undefined ? null : (
        <Note tone="plum">
          <p>{t('login.demoCode', { code: demoCode })}</p>
        </Note>
      )}
      <TextField
        label={t('login.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        required
        error={fieldText(failure, 'code')}
      />
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
