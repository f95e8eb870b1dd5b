/** Whether this device notifies: asked for by a tap, never on load [PWA-5]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { PushState } from '../../ports/push.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { pushState, turnPushOff, turnPushOn } from '../../state/push.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { sayRefusal } from './save.ts'
import styles from './settings.module.css'

const WORDS: Record<PushState, TextKey> = {
  incapable: 'settings.pushIncapable',
  denied: 'settings.pushDenied',
  off: 'settings.pushOff',
  on: 'settings.pushOn',
}

export const PushRow = () => {
  useSignals()
  const [busy, setBusy] = useState(false)
  const state = pushState.value
  const turn = async (on: boolean): Promise<void> => {
    setBusy(true)
    if (on) sayRefusal(await turnPushOn())
    else await turnPushOff()
    setBusy(false)
  }
  return (
    <div className={styles['push']}>
      <Icon name="bell" size={22} />
      <div>
        <p>{t('settings.pushTitle')}</p>
        <p className="small muted" role="status">
          {state === null ? t('ui.loading') : t(WORDS[state])}
        </p>
      </div>
      {state === 'off' || state === 'on' ? (
        <Button kind="second" small disabled={busy} onClick={() => void turn(state === 'off')}>
          {t(busy ? 'ui.busy' : state === 'off' ? 'settings.pushTurnOn' : 'settings.pushTurnOff')}
        </Button>
      ) : null}
    </div>
  )
}
