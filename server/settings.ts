/** The site settings: defaults, then the rows for all domains, then the rows of one domain [SITE-15]. */
import type { Logger } from 'pino'
import * as v from 'valibot'
import { DEFAULT_SITE_SETTINGS, SiteSettings } from '#contract/entities/site-settings.ts'
import type { Queries } from './db/queries.ts'

/** Settings are read again at their next use once they are this old. */
export const SETTINGS_FRESH_MS = 10_000

/** Rows of this domain apply to every domain. */
export const ALL_DOMAINS = '*'

export type SettingRow = { domain: string; key: string; value: unknown }

/** An invalid row is ignored and logged, so that one wrong value does not take the site down. */
export const settingsFrom = (
  rows: readonly SettingRow[],
  fixed: Partial<SiteSettings>,
  log: Pick<Logger, 'warn'>,
): SiteSettings => {
  let settings = DEFAULT_SITE_SETTINGS
  const ordered = rows.toSorted(
    (one, other) => Number(one.domain !== ALL_DOMAINS) - Number(other.domain !== ALL_DOMAINS),
  )
  for (const { domain, key, value } of ordered) {
    const read = (stored: unknown) => v.safeParse(SiteSettings, { ...settings, [key]: stored })
    const whole = read(value)
    // A list of what is shown keeps its valid entries: its default could show what the operator has hidden.
    const parsed = whole.success || !Array.isArray(value) ? whole : read(value.filter((entry) => read([entry]).success))
    if (!whole.success || !(key in settings)) log.warn({ domain, key }, 'a site setting is wrong and left out')
    if (parsed.success && key in settings) settings = parsed.output
  }
  return { ...settings, ...fixed }
}

/** @returns the settings of a domain with rows of its own, else null */
export const settingsOfDomain = (
  rows: readonly SettingRow[],
  domain: string,
  fixed: Partial<SiteSettings>,
  log: Pick<Logger, 'warn'>,
): SiteSettings | null => {
  if (domain === ALL_DOMAINS || rows.every((row) => row.domain !== domain)) return null
  const applying = rows.filter((row) => row.domain === domain || row.domain === ALL_DOMAINS)
  return settingsFrom(applying, { ...fixed, domain }, log)
}

export type SettingsSource = {
  /** The settings of the main domain. */
  settings: () => SiteSettings
  /** The settings of another domain of this site, or null if it has no settings of its own. */
  settingsOf: (domain: string) => SiteSettings | null
}

type Needs = { read: { site: Pick<Queries['site'], 'allSettingRows'> }; domain: string; now: () => number; log: Logger }

/**
 * @param domain the host of PUBLIC_URL
 * @param fixed settings that the database cannot change (the push key)
 * @returns the present settings; settings older than ten seconds are read again in the background
 */
export const openSettings = async (
  { read, domain, now, log }: Needs,
  fixed: Partial<SiteSettings>,
): Promise<SettingsSource> => {
  const from = (rows: readonly SettingRow[]) => ({
    main: settingsOfDomain(rows, domain, fixed, log) ?? settingsFrom(rows.filter(isForAll), { ...fixed, domain }, log),
    others: new Map<string, SiteSettings | null>(),
    rows,
  })
  let known = from(await read.site.allSettingRows())
  let askedAt = now()
  const refresh = async (): Promise<void> => {
    try {
      const rows = await read.site.allSettingRows()
      // Replace the object only if the rows changed: documents are rebuilt when the object is another.
      if (JSON.stringify(rows) !== JSON.stringify(known.rows)) known = from(rows)
    } catch (error) {
      log.error({ err: error }, 'reading the site settings failed, using the previous ones')
    }
  }
  const refreshWhenOld = (): void => {
    const age = now() - askedAt
    // A clock that was set back makes the age negative, for as long as it was ahead.
    if (age >= 0 && age <= SETTINGS_FRESH_MS) return
    askedAt = now()
    void refresh()
  }
  return {
    settings: () => {
      refreshWhenOld()
      return known.main
    },
    settingsOf: (other) => {
      refreshWhenOld()
      if (other === domain) return null
      const cached = known.others.get(other)
      if (cached !== undefined) return cached
      const settings = settingsOfDomain(known.rows, other, fixed, log)
      // Unknown hosts are not cached, since strangers can make up any number.
      if (settings !== null) known.others.set(other, settings)
      return settings
    },
  }
}

const isForAll = (row: SettingRow): boolean => row.domain === ALL_DOMAINS
