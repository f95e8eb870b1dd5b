/** Turns on push messages for this device: the browser's prompt opens on a tap, never on load [PWA-5]. */
import { useSignals } from '@preact/signals-react/runtime'
import { installWay } from '../../ports/installation.ts'
import type { PushState } from '../../ports/push.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { askInstall } from '../../state/open-dialogs.ts'
import { pushState, turnPushOff, turnPushOn } from '../../state/push.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './settings.module.css'
import { toastRefusal } from '../../state/error-text.ts'
import { deniedText } from '../offers/denied-text.ts'
import { useAction } from '../../ui/use-form.ts'

const WORDS: Record<Exclude<PushState, 'denied'>, TextKey> = {
  incapable: 'settings.pushIncapable',
  off: 'settings.pushOff',
  on: 'settings.pushOn',
}

/** On iPhones and iPads only the installed app gets push messages. */
const installFirst = (state: PushState | null): boolean => state === 'incapable' && installWay() === 'ios'

const wordsOf = (state: PushState | null): string => {
  if (state === null) return t('ui.loading')
  if (state === 'denied') return deniedText()
  return t(installFirst(state) ? 'install.pushFirst' : WORDS[state])
}

export const PushRow = () => {
  useSignals()
  const state = pushState.value
  const { busy, run } = useAction(async () => {
    if (state === 'off') toastRefusal(await turnPushOn())
    else await turnPushOff()
  })
  return (
    <div className={styles['push']}>
      <Icon name="bell" size={22} />
      <div>
        <p>{t('settings.pushTitle')}</p>
        {/* The first state is no news: an element that comes with its words is not announced, only their change is. */}
        <p
          key={state === null ? 'loading' : 'known'}
          className="small muted"
          role={state === null ? undefined : 'status'}
        >
          {wordsOf(state)}
        </p>
      </div>
      {state === 'off' || state === 'on' ? (
        <Button kind="second" small disabled={busy} onClick={() => void run()}>
          {t(busy ? 'ui.busy' : state === 'off' ? 'settings.pushTurnOn' : 'settings.pushTurnOff')}
        </Button>
      ) : null}
      {installFirst(state) ? (
        <Button kind="second" small onClick={askInstall}>
          {t('install.show')}
        </Button>
      ) : null}
    </div>
  )
}
