/** The page behind the mail link "That was not me". Mail programs open links by themselves, so only a button locks the account [DESK-1]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { Mark } from '../../../ui/brand.tsx'
import { Note } from '../../../ui/note.tsx'
import { call } from '../../calls.ts'
import { language, t } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { FailureNote, useDeskForm } from '../../ui/desk-form.tsx'
import styles from './login.module.css'

export const NOT_ME_PATH = '/not-me'

export const NotMeScreen = () => {
  useSignals()
  void language.value
  const [state, setState] = useState<'asked' | 'locked' | 'void'>('asked')
  const { busy, failure, submit } = useDeskForm(async () => {
    const token = new URLSearchParams(location.search).get('token') ?? ''
    const answer = await call('staff.lock', { body: { token } })
    if (!answer.ok && answer.failure.error !== 'not_found') return answer.failure
    setState(answer.ok ? 'locked' : 'void')
    return null
  })
  return (
    <div className={styles['door']}>
      <main className={styles['card']}>
        <div className={styles['top']}>
          <Mark size={48} />
          <h1>{t('notMe.title')}</h1>
        </div>
        {state === 'asked' ? (
          <form className="stack" onSubmit={submit}>
            <p>{t('notMe.text')}</p>
            <FailureNote failure={failure} />
            <DeskButton type="submit" kind="danger" full lead disabled={busy}>
              {t('notMe.lock')}
            </DeskButton>
          </form>
        ) : (
          <Note tone={state === 'locked' ? 'plum' : 'bad'} role="alert">
            <p>{t(state === 'locked' ? 'notMe.locked' : 'notMe.void')}</p>
          </Note>
        )}
      </main>
    </div>
  )
}
