/** The page has loaded again by itself, since a part was missing: that is said once. */
import { t } from '../state/i18n.ts'
import { toast } from '../state/toasts.ts'
import { lastReload, write } from './missing-part.ts'

export const tellLoadedAnew = (): void => {
  const last = lastReload()
  if (!last || last.told) return
  if (write({ ...last, told: true })) toast(t('shell.loadedAnew'))
}
