/** The login of staff: the password, the second factor or its setup, and at the first login a new password [DESK-1]. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { StaffSelf } from '#contract/desk/staff.ts'
import { Mark } from '../../../ui/brand.tsx'
import { classes } from '../../../ui/classes.ts'
import { Note } from '../../../ui/note.tsx'
import { TextField } from '../../../ui/field.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { call, failureText } from '../../calls.ts'
import { useTabTitle } from '../../frame/head.tsx'
import { askSession, logOut, session, enterStep } from '../../session.ts'
import {
  DESK_LANGUAGES,
  language,
  languageName,
  chooseLanguage,
  siteName,
  t,
  tCode,
  type DeskTextKey,
} from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskIcon } from '../../ui/desk-icon.tsx'
import { StaffSquare } from '../../ui/parts.tsx'
import { FailureNote, fieldText, useDeskForm } from '../../ui/desk-form.tsx'
import { EnrolStep, FactorStep } from './second-factor.tsx'
import styles from './login.module.css'

export const LoginScreen = () => {
  useSignals()
  const title = t('login.title', { site: siteName() })
  // The tab named the screen, perhaps a member: a logout takes that name away.
  useTabTitle(title)
  return (
    <div className={styles['door']}>
      <main className={styles['card']}>
        <div className={styles['top']}>
          <Mark size={48} />
          <h1>{title}</h1>
          <p className="muted">{t('login.subtitle')}</p>
        </div>
        <Step />
      </main>
      <footer className={styles['foot']}>
        <p className="muted">{t('login.lostKey')}</p>
        <p className={styles['languages']}>
          {DESK_LANGUAGES.map((code) => (
            <button
              key={code}
              type="button"
              lang={code}
              aria-pressed={code === language.value}
              onClick={() => void chooseLanguage(code)}
            >
              {languageName(code)}
            </button>
          ))}
        </p>
      </footer>
    </div>
  )
}

const Step = () => {
  useSignals()
  const { value } = session
  switch (value.state) {
    case 'unknown':
    case 'in':
      return null
    case 'unreachable':
      return (
        <>
          <Note tone="bad" role="alert">
            <p>{failureText(value.failure)}</p>
          </Note>
          <DeskButton kind="second" full lead onClick={() => void askSession()}>
            {t('login.again')}
          </DeskButton>
        </>
      )
    case 'out':
      return (
        <>
          <Steps at={0} />
          <PasswordStep />
        </>
      )
    case 'second_factor':
      return (
        <StaffStep staff={value.staff}>
          <FactorStep step={value} />
        </StaffStep>
      )
    case 'enrol':
      return (
        <StaffStep staff={value.staff}>
          <EnrolStep />
        </StaffStep>
      )
    case 'new_password':
      return (
        <StaffStep staff={value.staff}>
          <NewPasswordStep />
        </StaffStep>
      )
  }
}

const StaffStep = ({ staff, children }: { staff: StaffSelf; children: ReactNode }) => (
  <>
    <Steps at={1} />
    <div className={styles['person']}>
      <StaffSquare name={staff.name} large />
      <p>
        <b>{staff.name}</b>
        <br />
        <span className="muted">
          {staff.mail} · {tCode('role', staff.role)}
        </span>
      </p>
      <DeskButton kind="quiet" onClick={() => void logOut()}>
        {t('login.notYou')}
      </DeskButton>
    </div>
    {children}
  </>
)

const Steps = ({ at }: { at: 0 | 1 }) => (
  <ol className={styles['steps']}>
    {(['login.password', 'login.secondFactor'] as const).map((key, index) => (
      <li
        key={key}
        className={classes(index < at && styles['done'], index === at && styles['now'])}
        aria-current={index === at ? 'step' : undefined}
      >
        <DeskIcon name={index < at ? 'done' : index === 0 ? 'key' : 'fingerprint'} />
        {t(key)}
      </li>
    ))}
  </ol>
)

const PasswordStep = () => {
  const { busy, failure, submit } = useDeskForm(async (data) =>
    enterStep(await call('login', { body: { mail: textOf(data, 'mail'), password: textOf(data, 'password') } })),
  )
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <TextField
        label={t('login.mail')}
        name="mail"
        type="email"
        autoComplete="username"
        autoFocus
        required
        error={fieldText(failure, 'mail')}
      />
      <TextField
        label={t('login.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={fieldText(failure, 'password')}
      />
      <FailureNote failure={failure} />
      <DeskButton type="submit" full lead disabled={busy}>
        {t('login.continue')}
      </DeskButton>
    </form>
  )
}

const FIELDS = [
  { name: 'old_password', label: 'login.oldPassword', complete: 'current-password' },
  { name: 'password', label: 'login.newPassword', complete: 'new-password' },
  { name: 'password_repeat', label: 'login.repeatPassword', complete: 'new-password' },
] as const satisfies readonly { name: string; label: DeskTextKey; complete: string }[]

/** Asks for a new password at the first login, because an owner knows the first one. */
const NewPasswordStep = () => {
  const { busy, failure, submit } = useDeskForm(async (data) =>
    enterStep(
      await call('password.set', {
        body: {
          old_password: textOf(data, 'old_password'),
          password: textOf(data, 'password'),
          password_repeat: textOf(data, 'password_repeat'),
        },
      }),
    ),
  )
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p>{t('login.ownPassword')}</p>
      {FIELDS.map(({ name, label, complete }) => (
        <TextField
          key={name}
          label={t(label)}
          name={name}
          type="password"
          autoComplete={complete}
          required
          error={fieldText(failure, name)}
        />
      ))}
      <FailureNote failure={failure} />
      <DeskButton type="submit" full lead disabled={busy}>
        {t('login.savePassword')}
      </DeskButton>
    </form>
  )
}
