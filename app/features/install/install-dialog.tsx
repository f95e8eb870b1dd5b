/** Explains how to install the app [PWA-9]: with the browser's own prompt, or by hand with steps for this browser. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { installPrompt, installWay, type InstallWay } from '../../ports/installation.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { askInstall, installAsked } from '../../state/open-dialogs.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { InstallSteps } from './install-steps.tsx'
import styles from './install.module.css'
import { toast } from '../../state/toasts.ts'
import { RowButton, Rows } from '../../ui/rows.tsx'
import { useAction } from '../../ui/use-form.ts'

const WHAT_ONE_GETS: readonly TextKey[] = ['install.whyOpen', 'install.whyOffline', 'install.whyNotified']

export const InstallDialog = () => {
  useSignals()
  // The state at opening: the browser's prompt is used up while the member answers it.
  const [way] = useState(installWay)
  const { busy, run } = useAction(() => install().then(close))
  return (
    <Dialog
      title={t('shell.installApp')}
      sheet
      onClose={close}
      actions={
        way === 'prompt' ? (
          <>
            <Button disabled={busy} onClick={() => void run()}>
              {t(busy ? 'ui.busy' : 'install.action')}
            </Button>
            <Button kind="second" onClick={close}>
              {t('alert.dismiss')}
            </Button>
          </>
        ) : undefined
      }
    >
      <ul className={styles['gets']}>
        {WHAT_ONE_GETS.map((key) => (
          <li key={key}>
            <Icon name="check" size={20} />
            <span>{t(key)}</span>
          </li>
        ))}
      </ul>
      <p className="small muted">{t('install.plain')}</p>
      <ByHand way={way} />
    </Dialog>
  )
}

const close = (): void => {
  installAsked.value = false
}

const ByHand = ({ way }: { way: InstallWay }) => {
  switch (way) {
    case 'ios':
    case 'mac':
    case 'firefox':
    case 'menu':
      return <InstallSteps way={way} />
    case 'inside':
      return (
        <Note>
          <p>{t('install.insideApp')}</p>
        </Note>
      )
    case 'none':
      return (
        <Note>
          <p>{t('install.none')}</p>
        </Note>
      )
    case 'prompt':
    case 'installed':
      return null
  }
}

/** Asks the browser to install the app [PWA-9]. Only called by a tap. A prompt can be used once; the browser may or may not send another. */
export const install = async (): Promise<'accepted' | 'dismissed'> => {
  const asked = installPrompt.peek()
  if (asked === null) return 'dismissed'
  installPrompt.value = null
  try {
    await asked.prompt()
    const { outcome } = await asked.userChoice
    if (outcome === 'accepted') toast(t('install.done'))
    return outcome
  } catch {
    // The prompt was used up elsewhere, or the browser has withdrawn it.
    return 'dismissed'
  }
}

/**
 * A row for installing that is always there [PWA-9], also after the offer was declined; hidden in the installed app.
 */
export const InstallRow = () => {
  useSignals()
  return installWay() === 'installed' ? null : (
    <Rows>
      <RowButton icon="smartphone" label={t('shell.installApp')} hint={t('install.rowHint')} onClick={askInstall} />
    </Rows>
  )
}
