/** The settings of the site and their history, as the desk shows them. Nothing outside the table of groups is shown [DESK-14]. */
import type { DeskSetting, SettingChange, SettingKey } from '#contract/desk/entities/setting.ts'
import { groupOfSetting, SETTING_GROUPS, SETTING_KEYS } from '#contract/desk/entities/setting.ts'
import { DEFAULT_SITE_SETTINGS, SiteSettings } from '#contract/entities/site-settings.ts'
import type { Deps } from '../../deps.ts'
import { refuseDesk, type DeskRefusal } from '../../http/desk-reply.ts'
import { settingsFrom, type SettingRow } from '../../settings.ts'
import { settingFault, settingFaults } from './change-setting.ts'
import type { Stored } from './setting-queries.ts'

const HISTORY = 100

/** The host of the operator's service for fictional profiles; null if the server has none. Its secret is never shown. */
export const fictionalServiceHost = ({ env }: Pick<Deps, 'env'>): string | null =>
  env.FICTIONAL_URL === undefined || env.FICTIONAL_SECRET === undefined ? null : new URL(env.FICTIONAL_URL).host

export const deskSettings = async ({ read, log }: Pick<Deps, 'read' | 'log'>): Promise<DeskSetting[]> => {
  const rows = await read.site.allSettingRows()
  const { countries } = settingsFrom(rows, {}, log)
  return SETTING_GROUPS.flatMap((group) =>
    SETTING_KEYS.filter((key) => groupOfSetting(key) === group).map((key) => ({
      key,
      group,
      ...(key === 'age_check' ? { editor: 'age_check', options: countries } : editorOf(key)),
      default: DEFAULT_SITE_SETTINGS[key],
      values: rows
        .filter((row) => row.key === key)
        .toSorted((one, other) => (one.domain < other.domain ? -1 : 1))
        .map(({ domain, value }) => ({ domain, value })),
    })),
  )
}

/** Derived from the schema, so that a new setting has the right field at once. */
const editorOf = (key: SettingKey): Pick<DeskSetting, 'editor' | 'options'> => {
  const schema = SiteSettings.entries[key]
  switch (schema.type) {
    case 'string':
      return { editor: 'text', options: [] }
    case 'number':
      return { editor: 'number', options: [] }
    case 'boolean':
      return { editor: 'switch', options: [] }
    case 'picklist':
      return { editor: 'choice', options: [...schema.options] }
    case 'array':
      if (schema.item.type === 'string') return { editor: 'list', options: [] }
      return schema.item.type === 'picklist'
        ? { editor: 'list', options: [...schema.item.options] }
        : { editor: 'json', options: [] }
    case 'nullable':
      // The empty option is the value null.
      return schema.wrapped.type === 'picklist'
        ? { editor: 'choice', options: ['', ...schema.wrapped.options] }
        : { editor: 'json', options: [] }
    case 'object':
    case 'record':
      return { editor: 'json', options: [] }
  }
}

/** The value that counts for a domain now, and with a change. */
export const checkSetting = async (
  { read, log }: Pick<Deps, 'read' | 'log'>,
  key: SettingKey,
  { domain, to }: { domain: string; to: Stored },
): Promise<{ before: unknown; after: unknown } | DeskRefusal> => {
  const fault = to === null ? null : settingFault(key, to.value)
  if (fault !== null) return refuseDesk('setting_invalid', { note: fault, faults: settingFaults(key, to?.value) })
  const rows: SettingRow[] = await read.site.settingRows(domain)
  const others = rows.filter((row) => row.key !== key || row.domain !== domain)
  const changed = to === null ? others : [...others, { domain, key, value: to.value }]
  return { before: settingsFrom(rows, {}, log)[key], after: settingsFrom(changed, {}, log)[key] }
}

export const settingHistory = async ({ read }: Pick<Deps, 'read'>, key: SettingKey): Promise<SettingChange[]> => {
  const seen = new Set<string>()
  const changes = await read.settingChanges.of(key, HISTORY)
  return changes.map(({ id, at, name, domain, before, after, reason, undoes }) => {
    const is_newest = !seen.has(domain)
    seen.add(domain)
    return {
      id,
      at,
      staff: name,
      domain,
      ...(before !== null && { before: before.value }),
      ...(after !== null && { after: after.value }),
      reason,
      undoes,
      is_newest,
    }
  })
}
