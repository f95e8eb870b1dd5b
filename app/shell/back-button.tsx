/** The Back button of the installed app, which leads back in its history [SHELL-11]. */
import { isInstalledApp } from '../ports/installation.ts'
import { goBack, historyLength } from '../ports/history.ts'
import { t } from '../state/i18n.ts'
import { RoundButton } from '../ui/button.tsx'
import { SCREENS, type RouteName } from './screens.ts'

type Where = { route: RouteName | null; installed: boolean; historyLength: number }

/** In a browser tab the browser's own button leads back. Without an earlier entry there is nothing to go back to. */
export const showsBack = ({ route, installed, historyLength }: Where): boolean =>
  route !== null && SCREENS[route].backButton === true && installed && historyLength > 1

export const hasBack = (route: RouteName | null): boolean =>
  // Prerendering has no window, and no prerendered screen has the button.
  typeof window !== 'undefined' && showsBack({ route, installed: isInstalledApp(), historyLength: historyLength() })

export const BackButton = ({ route, on }: { route: RouteName | null; on?: 'lift' }) =>
  hasBack(route) ? (
    <RoundButton icon="chevron-left" label={t('ui.back')} {...(on ? { on } : {})} onClick={goBack} />
  ) : null
