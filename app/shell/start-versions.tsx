/** Registers the worker, watches for new versions and activates them. Loaded after the first screen. */
import { computed, effect } from '@preact/signals-react'
import { after, now } from '../ports/clock.ts'
import { onLine, visible, watchTyping } from '../ports/page.ts'
import { setReload } from '../ports/service-worker.ts'
import { registerWorker } from '../ports/worker-registration.ts'
import { connection } from '../state/connection.ts'
import { t } from '../state/i18n.ts'
import { toast } from '../state/toasts.ts'
import { createVersions } from '../state/versions.ts'
import { isSafeToReload } from './reload-safety.ts'
import { lastReload, storeReload } from './missing-part.ts'
import { NewVersion } from './new-version.tsx'
import { versionLine } from './version-line.ts'

export const startVersions = async (): Promise<void> => {
  watchTyping()
  explainReload()
  const { offer, events, activate, activateNewest, dismiss, start } = createVersions({
    visible,
    serverUnreachable: computed(() => onLine.value && !connection.value.online),
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
