/** The app's current offer [PWA-5], [PWA-9], as quiet as a reminder. Without an offer it shows nothing. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, type ReactNode } from 'react'
import type { OfferCause } from '#contract/rules/offers.ts'
import { installWay } from '../../ports/installation.ts'
import { focusScreen } from '../../ports/page.ts'
import { toastRefusal } from '../../state/error-text.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { askInstall } from '../../state/open-dialogs.ts'
import { declineOffer, endOffer, noteOffered, offered } from '../../state/offers.ts'
import { pushState, turnPushOn } from '../../state/push.ts'
import { siteName } from '../../state/site.ts'
import { toast } from '../../state/toasts.ts'
import type { IconName } from '../../ui/icons.ts'
import { Note, StatusText } from '../../ui/note.tsx'
import { install } from '../install/install-dialog.tsx'
import styles from './offers.module.css'
import { deniedText } from './denied-text.ts'
import { useAction } from '../../ui/use-form.ts'

export const OfferCard = () => {
  useSignals()
  const now = offered.value
  if (now === null) return null
  return now.offer === 'push' ? <PushCard cause={now.cause} /> : <InstallCard />
}

const PushCard = ({ cause }: { cause: OfferCause }) => {
  useSignals()
  const state = pushState.value
  const { busy, run } = useAction(async () => {
    toastRefusal(await turnPushOn())
    if (pushState.peek() !== 'on') return
    toast(t('signup.pushIsOn'))
    endOffer()
  })
  if (state === 'denied')
    return (
      <Card icon="bell" answers={<LaterButton word="ui.close" onClick={endOffer} />}>
        <StatusText>{deniedText()}</StatusText>
      </Card>
    )
  // The member turned notifications on elsewhere while this card was open.
  if (state !== 'off') return null
  return (
    <Card
      icon="bell"
      answers={
        <>
          <button type="button" className={styles['action']} disabled={busy} onClick={() => void run()}>
            {t(busy ? 'ui.busy' : 'alert.pushAction')}
          </button>
          <LaterButton word="alert.dismiss" onClick={declineOffer} />
        </>
      }
    >
      <p className="strong">{t(cause === 'match' ? 'offer.pushAfterMatch' : 'offer.pushAfterMessage')}</p>
      <p className={styles['what']}>{t('offer.pushWhat')}</p>
    </Card>
  )
}

const InstallCard = () => {
  useSignals()
  const asks = installWay() === 'prompt'
  const act = async (): Promise<void> => {
    if (!asks) {
      askInstall()
      // The browser never reports an installation by hand, so the steps count as an answer.
      declineOffer()
      return
    }
    // A refusal of the browser's prompt counts as "not now".
    if ((await install()) === 'accepted') endOffer()
    else declineOffer()
  }
  return (
    <Card
      icon="smartphone"
      answers={
        <>
          <button type="button" className={styles['action']} onClick={() => void act()}>
            {t(asks ? 'install.action' : 'install.show')}
          </button>
          <LaterButton word="alert.dismiss" onClick={declineOffer} />
        </>
      }
    >
      <p className="strong">{t('install.offer', { site: siteName() })}</p>
      <p className={styles['what']}>{t('install.offerWhat')}</p>
    </Card>
  )
}

type CardProps = { icon: IconName; answers: ReactNode; children: ReactNode }

const Card = ({ icon, answers, children }: CardProps) => {
  useEffect(noteOffered, [])
  return (
    <Note icon={icon} className={styles['card']}>
      {children}
      <div className={styles['answers']}>{answers}</div>
    </Note>
  )
}

const LaterButton = ({ word, onClick }: { word: TextKey; onClick: () => void }) => (
  <button
    type="button"
    className={styles['later']}
    onClick={() => {
      onClick()
      focusScreen()
    }}
  >
    {t(word)}
  </button>
)
