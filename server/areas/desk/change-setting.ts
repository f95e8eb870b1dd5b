/** Changes a setting of the site and takes changes back; the audit is the history, with the value before and after [DESK-3]. */
import * as v from 'valibot'
import type { SettingFault } from '#contract/desk/errors.ts'
import { groupOfSetting, type SettingKey } from '#contract/desk/entities/setting.ts'
import type { Json } from '#contract/desk/entities/audit.ts'
import { SiteSettings } from '#contract/entities/site-settings.ts'
import type { Deps, Tx } from '../../deps.ts'
import { refuseDesk, type DeskRefusal } from '../../http/desk-reply.ts'
import { AGE_WALK } from '../../jobs/kinds.ts'
import { SETTINGS_FRESH_MS } from '../../settings.ts'
import type { SettingChangeRow, Stored } from './setting-queries.ts'

type Needs = Pick<Deps, 'write' | 'now'>
/** Null only while the site has no staff. */
type Actor = { id: number } | null

type Change = {
  /** `*` for all domains. */
  domain: string
  key: SettingKey
  to: Stored
  /** The stored value that the caller has seen. Left out by commands. */
  from?: Stored
  reason: string
}

/** @returns why a value does not fit a setting, in the words of its schema; null if it fits */
export const settingFault = (key: SettingKey, value: unknown): string | null => {
  const parsed = v.safeParse(SiteSettings.entries[key], value)
  if (parsed.success) return null
  return parsed.issues
    .map((issue) => `${[key, v.getDotPath(issue)].filter(Boolean).join('.')}: ${issue.message}`)
    .join('\n')
}

/** The same as codes, for the desk's language. */
export const settingFaults = (key: SettingKey, value: unknown): SettingFault[] => {
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

export const changeSetting = ({ write, now }: Needs, actor: Actor, change: Change): Promise<DeskRefusal | null> =>
  write(async (tx) => {
    const { domain, key, to, from, reason } = change
    const before = await storedIn(tx, domain, key)
    if (from !== undefined && !isSame(before, from)) return refuseDesk('changed_meanwhile')
    if (from !== undefined && isSame(before, to)) return refuseDesk('not_possible')
    return store(tx, actor, { domain, key, to, before, reason, undoes: null, at: now() })
  })

const storedIn = async (tx: Tx, domain: string, key: string): Promise<Stored> => {
  const row = (await tx.site.settingRows(domain)).find((one) => one.key === key && one.domain === domain)
  return row ? { value: row.value } : null
}

/** Both are JSON that one of our schemas has ordered. */
const isSame = (one: Stored, other: Stored): boolean => JSON.stringify(one) === JSON.stringify(other)

type Writing = Omit<Change, 'from'> & { before: Stored; undoes: number | null; at: number }

const store = async (
  tx: Tx,
  actor: Actor,
  { domain, key, to, before, reason, undoes, at }: Writing,
): Promise<DeskRefusal | null> => {
  const fault = to === null ? null : settingFault(key, to.value)
  if (fault !== null) return refuseDesk('setting_invalid', { note: fault, faults: settingFaults(key, to?.value) })
  if (to === null) await tx.site.dropSetting(domain, key)
  else await tx.site.putSetting({ domain, key, value: to.value })
  await tx.audit.add({
    staff: actor?.id ?? null,
    act: undoes === null ? 'setting.change' : 'setting.undo',
    subject: null,
    before: { domain, key, ...jsonOf(before) },
    after: { domain, key, ...jsonOf(to), ...(undoes !== null && { undoes }) },
    reason,
    at,
  })
  if (AGE_SETTINGS.has(key)) {
    await tx.jobs.add(AGE_WALK, at + SETTINGS_FRESH_MS)
    tx.jobWaits()
  }
  tx.deskChanged('settings')
  return null
}

/** The walk over all members follows once every reader has the new setting [GUARD-6]. */
const AGE_SETTINGS: ReadonlySet<SettingKey> = new Set(['age_check'])

/** A setting is JSON: its schema has parsed it. */
const jsonOf = (stored: Stored): { value?: Json } => (stored === null ? {} : { value: stored.value as Json })

/**
 * Takes a change back by a new change, if nobody has changed the same value since.
 * @param id the number of the change in the audit
 */
export const undoSettingChange = (
  { write, now }: Needs,
  actor: Actor,
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
