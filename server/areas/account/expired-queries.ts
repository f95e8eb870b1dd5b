/**
 * Deletes expired rows of accounts in slices: a site has hundreds of thousands of sessions, and one statement over all of them would hold
 * the event loop. An index finds the rows of each slice.
 */
import { sql, type SQL } from 'drizzle-orm'
import { DAY_MS, KNOWN_DEVICE_DAYS } from '#contract/limits.ts'
import type { Db } from '../../db/database.ts'
import { textsIn } from '../../db/lists.ts'

/** The rows of one table that are deleted at once. */
const SLICE = 250
/** The members whose write orders are looked through at once; most have one or two devices. */
const MEMBERS = 500

/** Expired rows as conditions of their tables, with the column that names a row. A mailbox whose alias has an account stays. */
export const expiredRows = (now: number): readonly { table: string; key: string; where: SQL }[] => [
  { table: 'sessions', key: 'token_hash', where: sql`expires_at <= ${now}` },
  { table: 'tokens', key: 'hash', where: sql`expires_at <= ${now}` },
  { table: 'attempts', key: 'key', where: sql`since < ${now - DAY_MS} and blocked_until < ${now - DAY_MS}` },
  { table: 'used_challenges', key: 'hash', where: sql`expires_at <= ${now}` },
  {
    table: 'credited_mailboxes',
    key: 'hash',
    where: sql`expires_at <= ${now} and not exists (select 1 from users where mailbox = credited_mailboxes.hash)`,
  },
  {
    table: 'photo_parts',
    key: 'client_id',
    where: sql`at < ${now - DAY_MS} and not exists (
      select 1 from photo_parts newer
      where newer.client_id = photo_parts.client_id and newer.owner = photo_parts.owner and newer.at >= ${now - DAY_MS})`,
  },
  { table: 'known_devices', key: 'token_hash', where: sql`used_at < ${now - KNOWN_DEVICE_DAYS * DAY_MS}` },
]

export const slice = ({ table, key, where }: ReturnType<typeof expiredRows>[number]): SQL =>
  sql`select ${sql.raw(key)} as key from ${sql.raw(table)} where ${where} limit ${SLICE}`

export const expiredQueries = (db: Db) => ({
  /**
   * Deletes a slice of the expired sessions with their push subscriptions, links, attempt counts, used challenges, mailboxes, parts of
   * photos and known devices.
   * @returns whether more may be left
   */
  forgetExpired: async (now: number): Promise<boolean> => {
    let isMore = false
    for (const rows of expiredRows(now)) {
      const keys = (await db.all<{ key: string }>(slice(rows))).map(({ key }) => key)
      if (keys.length === 0) continue
      const gone = textsIn(JSON.stringify(keys))
      await db.run(sql`delete from ${sql.raw(rows.table)} where ${sql.raw(rows.key)} in ${gone} and ${rows.where}`)
      if (rows.table === 'sessions') await db.run(sql`delete from push_subscriptions where session_hash in ${gone}`)
      isMore ||= keys.length === SLICE
    }
    return isMore
  },

  /**
   * Deletes the orders of writes before a time, of a slice of members. An index by time would cost every queued write more than this walk.
   * @param from the first member of the slice
   * @returns the first member of the next slice, or null
   */
  forgetWritesBefore: async (time: number, from: number): Promise<number | null> => {
    const members = await db.all<{ member: number }>(
      sql`select distinct user_id as member from write_orders where user_id >= ${from} order by user_id limit ${MEMBERS}`,
    )
    const last = members.at(-1)?.member
    if (last === undefined) return null
    await db.run(sql`delete from write_orders where user_id >= ${from} and user_id <= ${last} and at < ${time}`)
    return members.length < MEMBERS ? null : last + 1
  },
})
