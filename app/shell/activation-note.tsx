/**
 * The reminder of an account whose e-mail is not confirmed [ACC-6], with a button that sends the mail again. While
 * signup is unfinished, no mail was sent yet; then the note leads back to signup.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { activation, sendActivation } from '../state/activation.ts'
import { errorText } from '../state/error-text.ts'
import { t } from '../state/i18n.ts'
import { user } from '../state/session.ts'
import { Note } from '../ui/note.tsx'
import styles from './shell.module.css'
import { openSignup } from './signup-door.tsx'

export const ActivationNote = () => {
  useSignals()
  const { busy, sent, error } = activation.value
  const unfinished = user.value?.settings.signup_step != null
  const words = error ? errorText(error) : t(sent ? 'activation.sent' : 'activation.remind')
  return (
    <div className={styles['notes']}>
      <Note tone={error ? 'bad' : 'warn'} icon="mail">
        <p className={styles['bannerText']}>
          <span role="status">{unfinished ? t('activation.unfinished') : words}</span>
          {unfinished ? (
            <button type="button" className={styles['inlineAction']} onClick={openSignup}>
              {t('activation.goOn')}
            </button>
          ) : (
            <button
              type="button"
              className={styles['inlineAction']}
              disabled={busy}
              onClick={() => void sendActivation()}
            >
              {t(busy ? 'activation.sending' : 'activation.again')}
            </button>
          )}
        </p>
      </Note>
    </div>
  )
}
