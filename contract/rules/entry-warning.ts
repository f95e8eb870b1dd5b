/** Decides whether a visitor first sees the warning that this site is for adults [SITE-5]. */
type EntrySituation = {
  /** Whether the page runs as an installed app, so the visitor has been here before. */
  installed: boolean
  /** When the warning was dismissed on this device, or null. */
  dismissedAt: number | null
  /** The setting `enable_site_entry_popup`. */
  enabled: 'yes' | 'no'
  loggedIn: boolean
  country: string | null
  /** The setting `entry_warning_countries`. */
  countries: readonly string[]
}

export const showsEntryWarning = ({
  installed,
  dismissedAt,
  enabled,
  loggedIn,
  country,
  countries,
}: EntrySituation): boolean =>
  !installed &&
  dismissedAt === null &&
  enabled === 'yes' &&
  !loggedIn &&
  country !== null &&
  countries.includes(country)
