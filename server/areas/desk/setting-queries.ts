/** The history of settings, from the audit. */
import { and, desc, eq, gte, inArray, sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import type { SettingKey } from '#contract/desk/settings.ts'
import type { Db } from '../../db/database.ts'
import { audit, staff } from '../../db/schema/desk.ts'

/** A stored value; null if none is stored, so that the value behind it counts. */
export type StoredSetting = { value: unknown } | null

const ACTS = ['setting.change', 'setting.undo'] as const

export type SettingChangeRow = {
  id: number
  at: number
  /** Null for a command before the site had staff. */
  name: string | null
  domain: string
  key: SettingKey
  before: StoredSetting
  after: StoredSetting
  reason: string
  undoes: number | null
}

/** A row of the audit as `changeSetting` writes it. */
const WrittenChange = v.object({
  domain: v.string(),
  key: v.custom<SettingKey>((key) => typeof key === 'string'),
  value: v.optional(v.unknown()),
  undoes: v.optional(v.number()),
})

const parsed = (json: string | null) => v.parse(WrittenChange, JSON.parse(json ?? '{}'))

const storedOf = (written: v.InferOutput<typeof WrittenChange>): StoredSetting =>
  'value' in written ? { value: written.value } : null

const keyOf = sql<string>`json_extract(${audit.before}, '$.key')`
const domainOf = sql<string>`json_extract(${audit.before}, '$.domain')`

export const settingQueries = (db: Db) => {
  const changes = async (where: SQL | undefined, limit: number): Promise<SettingChangeRow[]> =>
    (
      await db
        .select({ row: audit, name: staff.name })
        .from(audit)
        .leftJoin(staff, eq(staff.id, audit.staff))
        .where(and(inArray(audit.act, ACTS), where))
        .orderBy(desc(audit.id))
        .limit(limit)
        .all()
    ).map(({ row, name }) => {
      const [before, after] = [parsed(row.before), parsed(row.after)]
      return {
        id: row.id,
        at: row.at,
        name,
        domain: before.domain,
        key: before.key,
        before: storedOf(before),
        after: storedOf(after),
        reason: row.reason,
        undoes: after.undoes ?? null,
      }
    })

  return {
    byId: async (id: number): Promise<SettingChangeRow | undefined> => (await changes(eq(audit.id, id), 1))[0],

    /** The newest change of a value. */
    newest: async (domain: string, key: SettingKey): Promise<SettingChangeRow | undefined> =>
      (await changes(and(eq(keyOf, key), eq(domainOf, domain)), 1))[0],

    /** The newest changes of a setting, over all domains. @param since ms since the epoch */
    of: async (key: SettingKey, limit: number, since = 0): Promise<SettingChangeRow[]> =>
      changes(and(eq(keyOf, key), gte(audit.at, since)), limit),
  }
}
