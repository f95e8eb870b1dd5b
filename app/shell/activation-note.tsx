/** The reminder of an account whose e-mail is not confirmed yet [ACC-6], with the mail sent again on request. */
import { useState } from 'react'
import { call } from '../ports/api.ts'
import { errorText } from '../state/error-text.ts'
import { t } from '../state/i18n.ts'
import { refreshSession } from '../state/session.ts'
import { Note } from '../ui/note.tsx'
import styles from './shell.module.css'

export const ActivationNote = () => {
  const { words, send, busy } = useActivationMail()
  return (
    <div className={styles['notes']}>
      <Note tone={words.failed ? 'bad' : 'warn'} icon="mail">
        <p className={styles['bannerText']}>
          <span role="status">{words.text ?? t('activation.remind')}</span>
          <button type="button" className={styles['inlineAction']} disabled={busy} onClick={() => void send()}>
            {t('activation.again')}
          </button>
        </p>
      </Note>
    </div>
  )
}

/** Sends the activation mail again; `words` say how that went. */
export const useActivationMail = () => {
  const [busy, setBusy] = useState(false)
  const [words, setWords] = useState<{ text: string | null; failed: boolean }>({ text: null, failed: false })
  const send = async (): Promise<void> => {
    setBusy(true)
    const answer = await call('activation.send', {})
    setBusy(false)
    if (answer.ok) setWords({ text: t('activation.sent'), failed: false })
    else if (answer.error.error === 'already_confirmed') await refreshSession()
    else setWords({ text: errorText(answer.error), failed: true })
  }
  return { busy, words, send }
}
