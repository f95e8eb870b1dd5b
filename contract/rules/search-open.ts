/** Decides how much of search and profiles a visitor may see [FIND-4]. */
type SearchSettings = { logged_out_search: string; logged_out_search_trafficsource: string }

/** From the widest to the narrowest; `limited` is the first page of a search. */
const WIDTHS = ['all', 'limited', 'none'] as const
export type VisitorSearch = (typeof WIDTHS)[number]

/** The setting, or the variant for visitors from a traffic source if that is wider. */
export const visitorSearch = (settings: SearchSettings, hasTrafficSource: boolean): VisitorSearch => {
  const listed = new Set([
    settings.logged_out_search,
    ...(hasTrafficSource ? [settings.logged_out_search_trafficsource] : []),
  ])
  return WIDTHS.find((width) => listed.has(width)) ?? 'none'
}
