/** The login of staff: the password, the second factor or its setup, and at the first login a new password [DESK-1]. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { StaffSelf } from '#contract/desk/entities/staff.ts'
import { Mark } from '../../../ui/brand.tsx'
import { classes } from '../../../ui/classes.ts'
import { Note } from '../../../ui/note.tsx'
import { failureText } from '../../failure-text.ts'
import { askSession, logOut, session } from '../../session.ts'
import { DESK_LANGUAGES, language, languageName, showLanguage, siteName, t, tCode } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskIcon } from '../../ui/desk-icon.tsx'
import { StaffSquare } from '../../ui/parts.tsx'
import { EnrolStep } from './enrol-step.tsx'
import { FactorStep } from './factor-step.tsx'
import styles from './login.module.css'
import { NewPasswordStep } from './new-password-step.tsx'
import { PasswordStep } from './password-step.tsx'

export const LoginScreen = () => {
  useSignals()
  return (
    <div className={styles['door']}>
      <main className={styles['card']}>
        <div className={styles['top']}>
          <Mark size={48} />
          <h1>{t('login.title', { site: siteName() })}</h1>
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
              onClick={() => void showLanguage(code, true)}
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
        <StaffStep at={1} staff={value.staff}>
          <FactorStep step={value} />
        </StaffStep>
      )
    case 'enrol':
      return (
        <StaffStep at={1} staff={value.staff}>
          <EnrolStep />
        </StaffStep>
      )
    case 'new_password':
      return (
        <StaffStep at={1} staff={value.staff}>
          <NewPasswordStep />
        </StaffStep>
      )
  }
}

const StaffStep = ({ at, staff, children }: { at: number; staff: StaffSelf; children: ReactNode }) => (
  <>
    <Steps at={at} />
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

const Steps = ({ at }: { at: number }) => (
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
