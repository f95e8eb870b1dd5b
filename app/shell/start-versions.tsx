/** Registers the worker, watches for new versions, offers them in a line and activates them. Loaded after the first screen. */
import { computed, effect } from '@preact/signals-react'
import { placeOf } from '#contract/screen-paths.ts'
import { callsUnderWay } from '../ports/api.ts'
import { after, now } from '../ports/clock.ts'
import { onLine, visible, watchTyping, isDialogOpen, hasTyped, isWorking, isEditingText } from '../ports/page.ts'
import { setReload } from '../ports/service-worker.ts'
import { registerWorker } from '../ports/worker-registration.ts'
import { connection, needsNewerVersion } from '../state/connection.ts'
import { t } from '../state/i18n.ts'
import { toast } from '../state/toasts.ts'
import { createVersions, type VersionOffer } from '../state/versions.ts'
import { versionLine } from './lines.tsx'
import { lastReload, storeReload } from './missing-part.ts'
import { useSignals } from '@preact/signals-react/runtime'
import { QuietLine } from '../ui/note.tsx'
import styles from './lines.module.css'
import { SCREENS } from './screens.ts'

export const startVersions = async (): Promise<void> => {
  watchTyping()
  explainReload()
  const { offer, events, activate, activateNewest, dismiss, start } = createVersions({
    visible,
    serverUnreachable: computed(() => onLine.value && !connection.value.online),
    needsNewerVersion,
    isSafeToReload,
    isSending,
    hasLocks: 'locks' in navigator,
    reload: () => location.reload(),
    now,
    after,
  })
  setReload(() => void activateNewest())
  effect(() => {
    const { value } = offer
    versionLine.value = value && (
      <NewVersion offer={value} sending={isSending()} onTake={activate} onDismiss={dismiss} />
    )
  })
  start(await registerWorker(events))
}

/** Queued writes are being sent, and the new version waits for them. */
const isSending = (): boolean => connection.value.online && connection.value.waiting > 0

/** Says once, in a toast, that the page has reloaded by itself because a module was missing. */
const explainReload = (): void => {
  const last = lastReload()
  if (!last || last.told) return
  if (storeReload({ ...last, told: true })) toast(t('shell.loadedAnew'))
}

type Props = {
  offer: VersionOffer
  /** Queued writes are being sent, and the new version waits for them. */
  sending: boolean
  onTake: () => void
  onDismiss: () => void
}

/** The line that offers a new version [PWA-10]. */
const NewVersion = ({ offer: { what, state }, sending, onTake, onDismiss }: Props) => {
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

/** Whether a reload of this page would lose nothing: no typed text, no open dialog, no call or other work in progress. */
const isSafeToReload = (): boolean =>
  !isDialogOpen() &&
  !isEditingText() &&
  !hasTyped() &&
  !isWorking() &&
  callsUnderWay() === 0 &&
  !hasSeveralSteps(location.pathname)

/** Whether a path is a step of a process such as a payment or signup. A member who left the page may be fetching a code for it. */
export const hasSeveralSteps = (path: string): boolean => {
  const { footAction = false, noAutoReload = false, layout } = SCREENS[placeOf(path)?.route ?? 'index']
  return footAction || noAutoReload || layout === 'lander' || layout === 'empty'
}
