/** The newest writes of each device [PWA-2]. */
import { and, eq, lt, sql } from 'drizzle-orm'
import { bound } from '../../db/bound.ts'
import type { Db } from '../../db/database.ts'
import { writeOrders } from '../../db/schema/account.ts'

/** A row stays short: only the lanes in use just before a restart can have a late copy. */
const LANES_KEPT = 32

export type DeviceWrite = { member: number; device: string; lanes: readonly string[]; count: number }

export const writeOrderQueries = (db: Db) => {
  const value = sql.placeholder
  const newest = db
    .select({ newest: writeOrders.newest })
    .from(writeOrders)
    .where(and(eq(writeOrders.userId, bound('member')), eq(writeOrders.device, bound('device'))))
    .prepare()
  const put = db
    .insert(writeOrders)
    .values({ userId: value('member'), device: value('device'), newest: value('newest'), at: value('at') })
    .onConflictDoUpdate({
      target: [writeOrders.userId, writeOrders.device],
      set: { newest: sql`excluded.newest`, at: sql`excluded.at` },
    })
    .prepare()
  const newestOf = async (member: number, device: string) => (await newest.get({ member, device }))?.newest ?? []

  return {
    /** The counts of the device's newest writes in these lanes. */
    newestWrites: async ({ member, device, lanes }: Omit<DeviceWrite, 'count'>): Promise<number[]> =>
      (await newestOf(member, device)).flatMap(([lane, count]) => (lanes.includes(lane) ? [count] : [])),

    setNewestWrite: async ({ member, device, lanes, count }: DeviceWrite, at: number): Promise<void> => {
      const others = (await newestOf(member, device)).filter(([lane]) => !lanes.includes(lane))
      const all = [...others, ...lanes.map((lane): [string, number] => [lane, count])]
      await put.run({ member, device, newest: all.slice(-LANES_KEPT), at })
    },

    forgetWritesBefore: async (time: number): Promise<void> => {
      await db.delete(writeOrders).where(lt(writeOrders.at, time)).run()
    },
  }
}
