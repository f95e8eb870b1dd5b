/** Devices that have logged in to an account, and the newest writes of each device. */
import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { WRITE_DEVICES_MAX } from '#contract/limits.ts'
import type { Db } from '../../db/database.ts'
import { knownDevices, writeOrders } from '../../db/schema/account.ts'
import { bound, value } from '../../db/prepared.ts'

const ofMember = (member: number, hashes: readonly string[]) =>
  and(eq(knownDevices.userId, member), inArray(knownDevices.tokenHash, [...hashes]))

/** Devices that have logged in to an account [ACC-8]. Every query names one account, so none reveals shared devices. */
export const knownDeviceQueries = (db: Db) => {
  return {
    /** @returns the hash that this account knows, if any */
    knownDevice: async (member: number, hashes: readonly string[]): Promise<string | undefined> =>
      hashes.length === 0
        ? undefined
        : (await db.select({ hash: knownDevices.tokenHash }).from(knownDevices).where(ofMember(member, hashes)).get())
            ?.hash,

    /** @param max devices per account; the least recently used ones are deleted */
    addDevice: async (member: number, hash: string, at: number, max: number): Promise<void> => {
      await db.insert(knownDevices).values({ tokenHash: hash, userId: member, createdAt: at, usedAt: at }).run()
      const newest = db
        .select({ hash: knownDevices.tokenHash })
        .from(knownDevices)
        .where(eq(knownDevices.userId, member))
        .orderBy(desc(knownDevices.usedAt), desc(eq(knownDevices.tokenHash, hash)), desc(knownDevices.createdAt))
        .limit(max)
      await db
        .delete(knownDevices)
        .where(and(eq(knownDevices.userId, member), notInArray(knownDevices.tokenHash, newest)))
        .run()
    },

    deviceUsed: async (hash: string, at: number): Promise<void> => {
      await db.update(knownDevices).set({ usedAt: at }).where(eq(knownDevices.tokenHash, hash)).run()
    },

    /** @param keep the hashes of the only device that remains known */
    forgetDevices: async (member: number, keep: readonly string[]): Promise<void> => {
      await db
        .delete(knownDevices)
        .where(and(eq(knownDevices.userId, member), notInArray(knownDevices.tokenHash, [...keep])))
        .run()
    },
  }
}

/** A row stays short: only the lanes in use just before a restart can have a late copy. */
const LANES_KEPT = 32

type DeviceWrite = { member: number; device: string; lanes: readonly string[]; count: number }

/** The newest writes of each device [PWA-2], of a member's latest devices: the device makes its id up [SAFE-6]. */
export const writeOrderQueries = (db: Db) => {
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
  const dropOld = db
    .delete(writeOrders)
    .where(
      and(
        eq(writeOrders.userId, bound('member')),
        notInArray(
          writeOrders.device,
          db
            .select({ device: writeOrders.device })
            .from(writeOrders)
            .where(eq(writeOrders.userId, bound('member')))
            .orderBy(desc(writeOrders.at), desc(eq(writeOrders.device, bound('device'))))
            .limit(WRITE_DEVICES_MAX),
        ),
      ),
    )
    .prepare()
  const newestOf = (member: number, device: string) => newest.get({ member, device })

  return {
    /** The counts of the device's newest writes in these lanes. */
    newestWrites: async ({ member, device, lanes }: Omit<DeviceWrite, 'count'>): Promise<number[]> =>
      ((await newestOf(member, device))?.newest ?? []).flatMap(([lane, count]) =>
        lanes.includes(lane) ? [count] : [],
      ),

    /** A late copy that another process took at the same moment lowers no count. */
    setNewestWrite: async ({ member, device, lanes, count }: DeviceWrite, at: number): Promise<void> => {
      const before = await newestOf(member, device)
      const counts = new Map(before?.newest)
      const others = [...counts].filter(([lane]) => !lanes.includes(lane))
      const all = [...others, ...lanes.map((lane): [string, number] => [lane, Math.max(count, counts.get(lane) ?? 0)])]
      await put.run({ member, device, newest: all.slice(-LANES_KEPT), at })
      if (!before) await dropOld.run({ member, device })
    },
  }
}
