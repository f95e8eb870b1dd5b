/** Whether a visitor may search [FIND-4]: logged in, or the setting says so, or the traffic-source variant does. */
export type SearchSettings = { logged_out_search: string; logged_out_search_trafficsource: string }

export const isSearchOpen = (settings: SearchSettings, loggedIn: boolean, hasTrafficSource: boolean): boolean =>
  loggedIn ||
  settings.logged_out_search !== 'none' ||
  (settings.logged_out_search_trafficsource !== 'none' && hasTrafficSource)
