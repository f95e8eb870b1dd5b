/** All screens of a role, and the choices of the person at the desk. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { Link } from 'wouter'
import { SelectField } from '../../../ui/field.tsx'
import { SwitchRow } from '../../../ui/switch.tsx'
import type { Failure } from '../../calls.ts'
import { timeText } from '../../format.ts'
import { Head, Main } from '../../frame/head.tsx'
import { singleKeys, switchSingleKeys } from '../../keys.ts'
import { SCREENS, maySee } from '../../screens.ts'
import { logOut, session } from '../../session.ts'
import { DESK_LANGUAGES, language, languageName, chooseLanguage, t, tCode } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskIcon } from '../../ui/desk-icon.tsx'
import { FailureNote } from '../../ui/desk-form.tsx'
import { Box, StaffSquare } from '../../ui/parts.tsx'
import styles from './more.module.css'

export const MoreScreen = () => {
  useSignals()
  const [failure, setFailure] = useState<Failure | null>(null)
  const { value } = session
  if (value.state !== 'in') return null
  const { staff, expires_at } = value
  return (
    <>
      <Head title={t('more.title')} />
      <Main>
        <div className={styles['column']}>
          <ul className={styles['screens']}>
            {SCREENS.filter((screen) => screen.rail !== undefined && maySee(screen, staff.role)).map(
              ({ name, path, title, rail }) => (
                <li key={name}>
                  <Link href={path}>
                    {rail ? <DeskIcon name={rail.icon} size={20} /> : null}
                    {t(title)}
                    <DeskIcon name="chevron-right" />
                  </Link>
                </li>
              ),
            )}
          </ul>
          <Box title={t('more.you')}>
            <div className={styles['person']}>
              <StaffSquare name={staff.name} large />
              <p>
                <b>{staff.name}</b>
                <br />
                <span className="muted">
                  {staff.mail} · {t('frame.until', { role: tCode('role', staff.role), time: timeText(expires_at) })}
                </span>
              </p>
            </div>
            <SelectField
              label={t('more.language')}
              value={language.value}
              onChange={(event) => void chooseLanguage(event.currentTarget.value)}
            >
              {DESK_LANGUAGES.map((code) => (
                <option key={code} value={code} lang={code}>
                  {languageName(code)}
                </option>
              ))}
            </SelectField>
            <SwitchRow
              label={t('keys.switch')}
              hint={t('keys.switchHint')}
              checked={singleKeys.value}
              onChange={switchSingleKeys}
            />
            <FailureNote failure={failure} />
            <DeskButton kind="second" icon="log-out" onClick={() => void logOut().then(setFailure)}>
              {t('more.logOut')}
            </DeskButton>
          </Box>
        </div>
      </Main>
    </>
  )
}
