/** Installing the app where the browser asks the member itself [PWA-9]. */
import { installPrompt } from '../../ports/install-prompt.ts'
import { t } from '../../state/i18n.ts'
import { toast } from '../../state/toasts.ts'

/** By a tap alone. A browser's question can be put once: another comes by itself, if at all. */
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
    // It was used up elsewhere, or the browser thinks otherwise by now.
    return 'dismissed'
  }
}
