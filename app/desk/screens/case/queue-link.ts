/** The way back from a case to the queue. */
import { useLocation } from 'wouter'
import type { KeyEntry } from '../../keys.ts'
import { DESK_SCREENS, maySee } from '../../screens.ts'
import { self } from '../../session.ts'
import { t } from '../../texts.ts'

export const backToQueue = (): { href: string; label: string } => ({
  href: DESK_SCREENS.queue.path,
  label: t('queue.title'),
})

/** Esc leaves a field first, then the case. `first` may use the key for itself and then returns true. */
export const useQueueKey = (first: () => boolean = () => false): KeyEntry => {
  const [, navigate] = useLocation()
  return {
    keys: ['Escape'],
    text: 'key.backToQueue',
    run: () => {
      const focused = document.activeElement
      if (focused instanceof HTMLElement && focused.matches('input, textarea, select')) focused.blur()
      else if (!first()) navigate(DESK_SCREENS.queue.path)
    },
  }
}

/** The page of the audit that begins with a row; null for a role without the audit. */
export const auditPath = (row: number): string | null => {
  const role = self.value?.role
  return role !== undefined && maySee(DESK_SCREENS.audit, role) ? `${DESK_SCREENS.audit.path}?before=${row + 1}` : null
}
