import { isInstalledApp } from '../ports/display-mode.ts'
import { goBack, historyLength } from '../ports/history.ts'
import { t } from '../state/i18n.ts'
import { RoundButton } from '../ui/button.tsx'
import { showsBack } from './back-shown.ts'
import type { RouteName } from './routes.ts'

/** Back to where one was, on the screens that have it [SHELL-11]. */
export const BackButton = ({ route, on }: { route: RouteName | null; on?: 'lift' }) =>
  hasBack(route) ? (
    <RoundButton icon="chevron-left" label={t('ui.back')} {...(on ? { on } : {})} onClick={goBack} />
  ) : null

export const hasBack = (route: RouteName | null): boolean =>
  // Markup that is made at build time is of no screen that has it, and there is no window to ask.
  typeof window !== 'undefined' && showsBack({ route, installed: isInstalledApp(), historyLength: historyLength() })
