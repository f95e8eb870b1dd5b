/** The link from a case to the queue. */
import { useLocation } from 'wouter'
import type { KeyEntry } from '../../keys.ts'
import { DESK_SCREENS, maySee } from '../../screens.ts'
import { self } from '../../session.ts'
import { t } from '../../texts.ts'
import { queuePath } from '../queue/use-queue.ts'

/** The link leads to the filter from which the case was opened. */
export const backToQueue = (): { href: string; label: string } => ({
  href: queuePath(),
  label: t('queue.title'),
})

/** The Escape key: it leaves a focused field, else the case. `first` runs before and returns true if it has handled the key. */
export const useQueueKey = (handleFirst: () => boolean = () => false): KeyEntry => {
  const [, navigate] = useLocation()
  return {
    keys: ['Escape'],
    text: 'key.backToQueue',
    run: () => {
      const focused = document.activeElement
      if (focused instanceof HTMLElement && focused.matches('input, textarea, select')) focused.blur()
      else if (!handleFirst()) navigate(queuePath())
    },
  }
}

/** The page of the audit that begins with a row; null for a role without the audit. */
export const auditPath = (row: number): string | null => {
  const role = self.value?.role
  return role !== undefined && maySee(DESK_SCREENS.audit, role) ? `${DESK_SCREENS.audit.path}?before=${row + 1}` : null
}
