/** Step 5: push messages on this device. The browser's prompt opens only on a tap [PWA-5]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { installWay } from '../../ports/installation.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { askInstall } from '../../state/open-dialogs.ts'
import { pushState, refreshPushState, turnPushOn } from '../../state/push.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './signup.module.css'
import { StepFrame, FailureNote } from './step-frame.tsx'
import { useAction } from '../../ui/use-form.ts'

/** The notifications a member gets and does not get: shown before the browser's prompt. */
const WHAT_COMES: readonly TextKey[] = ['signup.pushMessages', 'signup.pushLikes', 'signup.pushDiscreet']

export const PushStep = ({ onDone }: { onDone: () => void }) => {
  useSignals()
  const { busy, failure, run } = useAction(turnPushOn)
  const state = pushState.value
  useEffect(() => void refreshPushState(), [])
  // On iPhones and iPads only the installed app gets push messages.
  const byInstalling = installWay() === 'ios'
  const canAsk = state === 'off' || state === null
  return (
    <StepFrame
      title={t('signup.pushTitle')}
      lead={t('signup.pushLead')}
      action={t(canAsk ? 'signup.pushOn' : 'signup.continue')}
      busy={busy || state === null}
      onSubmit={() => (canAsk ? void run() : onDone())}
      onSkip={canAsk ? onDone : undefined}
    >
      <ul className={styles['list']}>
        {WHAT_COMES.map((key) => (
          <li key={key}>
            <Icon name="check" size={20} />
            <span>{t(key)}</span>
          </li>
        ))}
      </ul>
      <div role="status">
        {state === 'on' ? (
          <Note tone="good">
            <p>{t('signup.pushIsOn')}</p>
          </Note>
        ) : null}
        {state === 'denied' ? (
          <Note icon="bell">
            <p>{t('signup.pushDenied')}</p>
          </Note>
        ) : null}
        {state === 'incapable' ? (
          <Note icon="bell">
            <p>{t(byInstalling ? 'install.pushFirst' : 'signup.pushIncapable')}</p>
            {byInstalling ? (
              <Button kind="quiet" small onClick={askInstall}>
                {t('install.show')}
              </Button>
            ) : null}
          </Note>
        ) : null}
      </div>
      <FailureNote failure={failure} />
    </StepFrame>
  )
}
