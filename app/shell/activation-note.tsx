/**
 * Reminds a member to confirm the e-mail address [ACC-6], with a button that sends the mail again. Before the end of signup no
 * mail was sent, so the note then links to signup.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { activation, sendActivation } from '../state/activation.ts'
import { errorText } from '../state/error-text.ts'
import { t } from '../state/i18n.ts'
import { user } from '../state/session.ts'
import { Note } from '../ui/note.tsx'
import styles from './lines.module.css'
import { openSignup } from './open-signup.tsx'

export const ActivationNote = () => {
  useSignals()
  const { busy, sent, error } = activation.value
  const unfinished = user.value?.settings.signup_step != null
  // Here no heading says which mail was sent.
  const reminder = sent ? `${t('activation.remind')} ${t('activation.sent')}` : t('activation.remind')
  const words = error ? errorText(error) : reminder
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
