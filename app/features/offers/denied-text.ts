import { isInstalledApp } from '../../ports/installation.ts'
import { t } from '../../state/i18n.ts'
import { siteName } from '../../state/site.ts'

/**
 * The place where a member who refused the browser's prompt can allow notifications: the browser does not ask twice
 * [PWA-5].
 */
export const deniedText = (): string =>
  isInstalledApp() ? t('offer.pushDeniedApp', { site: siteName() }) : t('settings.pushDenied')
