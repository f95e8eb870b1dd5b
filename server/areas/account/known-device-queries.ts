/** Devices that have logged in to an account [ACC-8]. Every query names one account, so none reveals shared devices. */
import { and, desc, eq, inArray, lt, notInArray } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { knownDevices } from '../../db/schema/account.ts'

const ofMember = (member: number, hashes: readonly string[]) =>
  and(eq(knownDevices.userId, member), inArray(knownDevices.tokenHash, [...hashes]))

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

    forgetDevicesBefore: async (time: number): Promise<void> => {
      await db.delete(knownDevices).where(lt(knownDevices.usedAt, time)).run()
    },
  }
}
