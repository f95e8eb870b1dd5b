/** The site settings: defaults, what the database says for all domains, then for this one. Read again now and then. */
import type { Logger } from 'pino'
import * as v from 'valibot'
import { DEFAULT_SITE_SETTINGS, SiteSettings } from '#contract/entities/site-settings.ts'
import type { Queries } from './db/queries.ts'

const FRESH_MS = 10_000

type Row = { domain: string; key: string; value: unknown }

/** A row that does not fit is left out and named, so that one wrong value does not take the site down. */
export const settingsFrom = (
  rows: readonly Row[],
  fixed: Partial<SiteSettings>,
  log: Pick<Logger, 'warn'>,
): SiteSettings => {
  let settings = DEFAULT_SITE_SETTINGS
  const ordered = rows.toSorted((one, other) => Number(one.domain !== '*') - Number(other.domain !== '*'))
  for (const { domain, key, value } of ordered) {
    const parsed = v.safeParse(SiteSettings, { ...settings, [key]: value })
    if (parsed.success && key in settings) settings = parsed.output
    else log.warn({ domain, key }, 'a site setting is wrong and left out')
  }
  return { ...settings, ...fixed }
}

type Needs = { read: Pick<Queries, 'site'>; domain: string; now: () => number; log: Logger }

/**
 * @param fixed settings that are not for the database to say (the push key)
 * @returns what the settings are now; asks again in the background once they are older than ten seconds
 */
export const openSettings = async (
  { read, domain, now, log }: Needs,
  fixed: Partial<SiteSettings>,
): Promise<() => SiteSettings> => {
  let known = await read.site.settingRows(domain)
  let settings = settingsFrom(known, fixed, log)
  let askedAt = now()
  const refresh = async (): Promise<void> => {
    try {
      const rows = await read.site.settingRows(domain)
      if (JSON.stringify(rows) === JSON.stringify(known)) return
      known = rows
      settings = settingsFrom(rows, fixed, log)
    } catch (error) {
      log.error({ err: error }, 'the site settings were not read')
    }
  }
  return () => {
    if (now() - askedAt > FRESH_MS) {
      askedAt = now()
      void refresh()
    }
    return settings
  }
}

/** The settings of another domain that leads here; of one that nobody has set anything for they are those of all. */
export const settingsOfDomain = async (
  { read, log }: Pick<Needs, 'log'> & { read: { site: Pick<Queries['site'], 'settingRows'> } },
  domain: string,
  fixed: Partial<SiteSettings>,
): Promise<SiteSettings> => settingsFrom(await read.site.settingRows(domain), { domain, ...fixed }, log)
