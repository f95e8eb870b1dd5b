/**
 * The settings of the site, as the desk shows and changes them [DESK-14]. Nothing outside the table of groups is shown. The audit is the
 * history, with the value before and after [DESK-3].
 */
import * as v from 'valibot'
import type { Json } from '#contract/desk/audit.ts'
import type { SettingFault } from '#contract/desk/errors.ts'
import {
  groupOfSetting,
  SETTING_GROUPS,
  SETTING_KEYS,
  type DeskSetting,
  type SettingChange,
  type SettingKey,
  type settingsCalls,
} from '#contract/desk/settings.ts'
import { DEFAULT_SITE_SETTINGS, SiteSettings } from '#contract/entities/site-settings.ts'
import type { Deps, Tx } from '../../deps.ts'
import type { Actor } from '../../http/desk-caller.ts'
import { refuseDesk, type DeskRefusal } from '../../http/reply.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { AGE_WALK } from '../../jobs/kinds.ts'
import { SETTINGS_FRESH_MS, settingsFrom, type SettingRow } from '../../settings.ts'
import type { SettingChangeRow, StoredSetting } from './setting-queries.ts'

const HISTORY = 100

/** The host of the operator's service for fictional profiles; null if the server has none. Its secret is never shown. */
const fictionalServiceHost = ({ env }: Pick<Deps, 'env'>): string | null =>
  env.FICTIONAL_URL === undefined || env.FICTIONAL_SECRET === undefined ? null : new URL(env.FICTIONAL_URL).host

const deskSettings = async ({ read, log }: Pick<Deps, 'read' | 'log'>): Promise<DeskSetting[]> => {
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
const checkSetting = async (
  { read, log }: Pick<Deps, 'read' | 'log'>,
  key: SettingKey,
  { domain, to }: { domain: string; to: StoredSetting },
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

/** The settings of the site [DESK-14]. */
export const settingsRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof settingsCalls> => ({
  'settings.list': async () => ({
    settings: await deskSettings(deps),
    fictional_service: fictionalServiceHost(deps),
  }),
  'settings.check': ({ params, body }) => checkSetting(deps, params.key, body),
  'settings.change': async ({ params, body }, staff) =>
    (await changeSetting(deps, staff, { key: params.key, ...body })) ?? {},
  'settings.history': async ({ params }) => ({ changes: await settingHistory(deps, params.key) }),
  'settings.undo': async ({ params, body }, staff) =>
    (await undoSettingChange(deps, staff, { id: params.id, reason: body.reason })) ?? {},
})

type Needs = Pick<Deps, 'write' | 'now'>

type Change = {
  /** `*` for all domains. */
  domain: string
  key: SettingKey
  to: StoredSetting
  /** The stored value that the caller has seen. Left out by commands. */
  from?: StoredSetting
  reason: string
}

/** @returns why a value does not fit a setting, in the words of its schema; null if it fits */
const settingFault = (key: SettingKey, value: unknown): string | null => {
  const parsed = v.safeParse(SiteSettings.entries[key], value)
  if (parsed.success) return null
  return parsed.issues.map((issue) => faultLine(key, issue)).join('\n')
}

/** @returns a line for an operator: `packages.0.credits: invalid, expected number` */
export const faultLine = (key: SettingKey, issue: v.BaseIssue<unknown>): string => {
  const place = [key, v.getDotPath(issue)].filter(Boolean).join('.')
  // The schemas of fields say a code to devices, which is no reason.
  const reason = issue.message === 'invalid' ? `, expected ${issue.expected ?? issue.type.replaceAll('_', ' ')}` : ''
  return `${place}: ${issue.message}${reason}`
}

/** The same as codes, for the desk's language. */
const settingFaults = (key: SettingKey, value: unknown): SettingFault[] => {
  const parsed = v.safeParse(SiteSettings.entries[key], value)
  if (parsed.success) return []
  return parsed.issues.map((issue) => {
    const rule = RULES[issue.type] ?? (issue.kind === 'schema' ? 'kind' : 'other')
    return {
      path: v.getDotPath(issue) ?? '',
      rule,
      bound: BOUNDED.has(rule)
        ? (issue.expected ?? '')
            .replace(/^[<>]=?/, '')
            .replaceAll('"', '')
            .replace(/^\((.*)\)$/, '$1')
        : '',
    }
  })
}

const RULES: Record<string, SettingFault['rule']> = {
  picklist: 'choice',
  literal: 'choice',
  min_value: 'least',
  max_value: 'most',
  min_length: 'shortest',
  max_length: 'longest',
  regex: 'form',
}
const BOUNDED: ReadonlySet<SettingFault['rule']> = new Set(['choice', 'least', 'most', 'shortest', 'longest'])

export const changeSetting = (
  { write, now }: Needs,
  actor: Actor | null,
  change: Change,
): Promise<DeskRefusal | null> =>
  write(async (tx) => {
    const { domain, key, to, from, reason } = change
    const before = await storedIn(tx, domain, key)
    if (from !== undefined && !isSame(before, from)) return refuseDesk('changed_meanwhile')
    if (from !== undefined && isSame(before, to)) return refuseDesk('not_possible')
    return store(tx, actor, { domain, key, to, before, reason, undoes: null, at: now() })
  })

const storedIn = async (tx: Tx, domain: string, key: string): Promise<StoredSetting> => {
  const row = (await tx.site.settingRows(domain)).find((one) => one.key === key && one.domain === domain)
  return row ? { value: row.value } : null
}

/** Both values are JSON that one of our schemas has ordered. */
const isSame = (one: StoredSetting, other: StoredSetting): boolean => JSON.stringify(one) === JSON.stringify(other)

type SettingWrite = Omit<Change, 'from'> & { before: StoredSetting; undoes: number | null; at: number }

const store = async (
  tx: Tx,
  actor: Actor | null,
  { domain, key, to, before, reason, undoes, at }: SettingWrite,
): Promise<DeskRefusal | null> => {
  const fault = to === null ? null : settingFault(key, to.value)
  if (fault !== null) return refuseDesk('setting_invalid', { note: fault, faults: settingFaults(key, to?.value) })
  if (to === null) await tx.site.dropSetting(domain, key)
  else await tx.site.putSetting({ domain, key, value: to.value })
  await tx.audit.add({
    staff: actor?.id ?? null,
    act: undoes === null ? 'setting.change' : 'setting.undo',
    before: { domain, key, ...jsonOf(before) },
    after: { domain, key, ...jsonOf(to), ...(undoes !== null && { undoes }) },
    reason,
    at,
  })
  if (AGE_SETTINGS.has(key)) {
    await tx.jobs.add(AGE_WALK, at + SETTINGS_FRESH_MS)
  }
  tx.deskChanged('settings')
  return null
}

/** The walk over all members follows once every reader has the new setting [GUARD-6]. */
const AGE_SETTINGS: ReadonlySet<SettingKey> = new Set(['age_check'])

/** A setting is JSON: its schema has parsed it. */
const jsonOf = (stored: StoredSetting): { value?: Json } => (stored === null ? {} : { value: stored.value as Json })

/**
 * Takes a change back by a new change, if nobody has changed the same value since.
 * @param id the number of the change in the audit
 */
export const undoSettingChange = (
  { write, now }: Needs,
  actor: Actor | null,
  { id, reason }: { id: number; reason: string },
): Promise<DeskRefusal | null> =>
  write(async (tx) => {
    const change = await tx.settingChanges.byId(id)
    if (!change || groupOfSetting(change.key) === null) return refuseDesk('not_found')
    const { domain, key, before: to } = change
    const newest = await tx.settingChanges.newest(domain, key)
    if (newest && newest.id !== id) return refuseDesk('setting_changed_since', changedBy(newest))
    const stored = await storedIn(tx, domain, key)
    // Somebody has written to the table past the desk.
    if (!isSame(stored, change.after)) return refuseDesk('changed_meanwhile')
    return store(tx, actor, { domain, key, to, before: stored, reason, undoes: id, at: now() })
  })

const changedBy = ({ name, at }: SettingChangeRow) => ({ by: name ?? '', at })
