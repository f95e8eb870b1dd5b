/** Whether a draft is saved, and the next steps if it is not [DESK-14]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useLocation } from 'wouter'
import { Note } from '../../../ui/note.tsx'
import { call, failureText } from '../../calls.ts'
import { DESK_SCREENS } from '../../screens.ts'
import { t } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import styles from './announcements.module.css'
import { closeDraft, isRetried, type OpenDraft } from './open-draft.ts'

/** Says beside the title whether the server has everything. */
export const SaveNote = ({ opened: { state } }: { opened: OpenDraft }) => {
  useSignals()
  const { value } = state
  return (
    <span role="status">
      {typeof value === 'object' ? t('announce.notSaved') : t(value === 'saved' ? 'announce.saved' : 'announce.saving')}
    </span>
  )
}

/** The reason why the last save failed, and what happens next. After a conflict the writer decides. */
export const SaveFailure = ({ opened, onReload }: { opened: OpenDraft; onReload: () => void }) => {
  useSignals()
  const [, go] = useLocation()
  const { value } = opened.state
  if (typeof value !== 'object') return null
  const isConflict = value.error === 'changed_meanwhile' || value.error === 'not_found'
  const copy = async (): Promise<void> => {
    const answer = await call('announcements.add', { body: { form: opened.form.peek() } })
    if (!answer.ok) return void showToast(failureText(answer.failure))
    closeDraft(opened.id)
    go(`${DESK_SCREENS.announcements.path}/drafts/${answer.data.id}`)
  }
  const theirs = (): void => {
    closeDraft(opened.id)
    // A draft that a colleague has sent or discarded has no newest state.
    if (value.error === 'not_found') go(DESK_SCREENS.announcements.path)
    else onReload()
  }
  return (
    <div className={styles['conflict']}>
      <Note tone="warn" role="alert">
        <p>{isConflict ? t('announce.conflict') : failureText(value)}</p>
        {isConflict ? null : <p>{t(isRetried(value) ? 'announce.triesAgain' : 'announce.triesAtChange')}</p>}
      </Note>
      {isConflict ? (
        <div className={styles['bar']}>
          <DeskButton kind="second" onClick={() => void copy()}>
            {t('announce.keepMine')}
          </DeskButton>
          <DeskButton kind="quiet" onClick={theirs}>
            {t('announce.takeTheirs')}
          </DeskButton>
        </div>
      ) : null}
    </div>
  )
}
