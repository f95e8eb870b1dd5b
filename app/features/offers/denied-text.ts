import { isInstalledApp } from '../../ports/display-mode.ts'
import { t } from '../../state/i18n.ts'
import { siteName } from '../../state/site.ts'

/** Where a member who said no to the browser can say yes: only there, it does not ask twice [PWA-5]. */
export const deniedText = (): string =>
  isInstalledApp() ? t('offer.pushDeniedApp', { site: siteName() }) : t('settings.pushDenied')
