/** The line that offers a new version [PWA-10]. Loaded with `start-versions.tsx`, after the first screen. */
import { useSignals } from '@preact/signals-react/runtime'
import { t } from '../state/i18n.ts'
import type { VersionOffer } from '../state/versions.ts'
import { QuietLine } from '../ui/quiet-line.tsx'
import styles from './shell.module.css'

type Props = {
  offer: VersionOffer
  /** Queued writes are being sent, and the new version waits for them. */
  sending: boolean
  onTake: () => void
  onDismiss: () => void
}

export const NewVersion = ({ offer: { what, state }, sending, onTake, onDismiss }: Props) => {
  useSignals()
  if (state === 'away') return null
  return (
    <QuietLine icon="sparkles">
      {words(what, state)}{' '}
      {state === 'busy' ? (
        <button type="button" className={styles['inlineAction']} disabled aria-busy>
          {t(sending ? 'shell.newVersionSending' : 'ui.busy')}
        </button>
      ) : (
        <span className={styles['inlineActions']}>
          <button type="button" className={styles['inlineAction']} onClick={onTake}>
            {t(what === 'old' ? 'shell.reload' : 'shell.loadNewVersion')}
          </button>
          {' · '}
          <button type="button" className={styles['inlineAction']} onClick={onDismiss}>
            {t('shell.later')}
          </button>
        </span>
      )}
    </QuietLine>
  )
}

const words = (what: VersionOffer['what'], state: VersionOffer['state']): string => {
  if (state === 'failed') return t('shell.newVersionFailed')
  return t(what === 'old' ? 'shell.oldVersion' : 'shell.newVersion')
}
