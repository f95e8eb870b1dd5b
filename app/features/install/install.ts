/** Installs the app in browsers that prompt the member themselves [PWA-9]. */
import { installPrompt } from '../../ports/installation.ts'
import { t } from '../../state/i18n.ts'
import { toast } from '../../state/toasts.ts'

/** Only called by a tap. A prompt can be used once; the browser may or may not send another. */
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
