/** The offer of notifications in the match dialog [PWA-5]: one line, since the match matters most here. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { errorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { endOffer, noteOffered, offered } from '../../state/offers.ts'
import { pushState, turnPushOn } from '../../state/push.ts'
import { Icon } from '../../ui/icon.tsx'
import { StatusText } from '../../ui/note.tsx'
import styles from './offers.module.css'
import { deniedText } from './denied-text.ts'
import { useAction } from '../../ui/use-form.ts'

export const MatchOffer = () => {
  useSignals()
  return offered.value?.offer === 'push' ? <Line /> : null
}

const Line = () => {
  useSignals()
  // A toast would lie behind the dialog.
  const { busy, failure, run } = useAction(turnPushOn)
  useEffect(noteOffered, [])
  const state = pushState.value
  // The confirmation stays until the dialog closes, which ends the offer.
  useEffect(() => (state === 'on' ? endOffer : undefined), [state])
  if (state === 'on' || state === 'denied')
    return <StatusText className={styles['match']}>{state === 'on' ? t('signup.pushIsOn') : deniedText()}</StatusText>
  if (state !== 'off') return null
  return (
    <p className={styles['match']}>
      <span role="status">{failure ? errorText(failure) : t('offer.pushAfterMatch')}</span>
      <button
        type="button"
        disabled={busy}
        onClick={(event) => {
          // A click anywhere else closes the dialog.
          event.stopPropagation()
          void run()
        }}
      >
        <Icon name="bell" size={18} />
        {t(busy ? 'ui.busy' : 'alert.pushAction')}
      </button>
    </p>
  )
}
