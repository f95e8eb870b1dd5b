/** Links to screens by name, and the screen of a path [SHELL-2]. Every link is built here, never from a string literal. */
import { fillPath, pathMatcher } from '#contract/path-pattern.ts'
import { ROUTE_NAMES, SCREENS, type Params, type RouteName } from './screens.ts'

export type Place = { route: RouteName; params: Params }

const MATCHERS = ROUTE_NAMES.map((route) => ({ route, match: pathMatcher(SCREENS[route].path) }))

/** The path of a screen with its parameters filled in; a missing optional parameter is left out with its slash. */
export const href = (name: RouteName, params: Record<string, string | number> = {}): string =>
  fillPath(SCREENS[name].path, params)

/** The screen of a path, or null for an unknown path or invalid parameters [SHELL-4]. A trailing slash is ignored. */
export const placeOf = (path: string): Place | null => {
  for (const { route, match } of MATCHERS) {
    const params = match(path)
    if (params && isValid(route, params)) return { route, params }
  }
  return null
}

const isValid = (route: RouteName, params: Params): boolean =>
  Object.entries(params).every(([key, text]) => SCREENS[route].parameters?.[key]?.(text, params) ?? false)

/** The logo's target: search when logged in, else the front page [SHELL-7]. */
export const homeOf = (loggedIn: boolean): 'members' | 'index' => (loggedIn ? 'members' : 'index')
