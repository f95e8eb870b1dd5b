/** Whether a visitor is told, before anything else, that this is a place for adults [SITE-5]. */
type Entering = {
  /** Opened as an installed app: they have been here before. */
  installed: boolean
  /** When it was read and put away on this device, or null. */
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
}: Entering): boolean =>
  !installed &&
  dismissedAt === null &&
  enabled === 'yes' &&
  !loggedIn &&
  country !== null &&
  countries.includes(country)
