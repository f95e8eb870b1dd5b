/** Links to screens by name [SHELL-2]. Every link is built here, never from a string literal. */
import { fillPath } from '#contract/path-pattern.ts'
import { SCREEN_PATHS, type ScreenName } from '#contract/screen-paths.ts'

/** The path of a screen with its parameters filled in; a missing optional parameter is left out with its slash. */
export const href = (name: ScreenName, params: Record<string, string | number> = {}): string =>
  fillPath(SCREEN_PATHS[name].path, params)

/** The fragment of the settings that opens the form for the e-mail address. */
export const EMAIL_ANCHOR = 'email'

/** The logo's target: search when logged in, else the front page [SHELL-7]. */
export const homeOf = (loggedIn: boolean): 'members' | 'index' => (loggedIn ? 'members' : 'index')

/** Paying members see their credits, others a link to Premium [SHELL-8]. */
export const moneyRouteOf = (user: { paid_user: boolean }): 'credits' | 'premium' =>
  user.paid_user ? 'credits' : 'premium'
