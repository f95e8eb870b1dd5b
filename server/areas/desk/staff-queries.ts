/** Staff accounts, their sessions, devices and passkeys [DESK-1]. */
import { and, asc, count, desc, eq, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { staff, staffDevices, staffPasskeys, staffSessions } from '../../db/schema/desk.ts'

export type StaffRow = typeof staff.$inferSelect
export type StaffPasskeyRow = typeof staffPasskeys.$inferSelect
type StaffSessionRow = typeof staffSessions.$inferSelect

export const staffQueries = (db: Db) => {
  const setSession = async (hash: string, values: Partial<StaffSessionRow>): Promise<void> => {
    await db.update(staffSessions).set(values).where(eq(staffSessions.tokenHash, hash)).run()
  }

  return {
    byId: async (id: number): Promise<StaffRow | undefined> => db.select().from(staff).where(eq(staff.id, id)).get(),

    /** The open account, or else the newest ended one: a colleague who comes back gets a new account with the same address. */
    byMail: async (mail: string): Promise<StaffRow | undefined> =>
      db
        .select()
        .from(staff)
        .where(eq(staff.mail, mail))
        .orderBy(sql`ended_at is not null`, desc(staff.id))
        .get(),

    /** The address of every account, also of the ended ones. */
    mails: async (): Promise<{ id: number; mail: string }[]> =>
      db.select({ id: staff.id, mail: staff.mail }).from(staff).all(),

    /** All accounts with the last use of their sessions, open ones first. */
    list: async () =>
      db
        .select({
          staff,
          seenAt: sql<number | null>`(select max(last_seen_at) from staff_sessions where staff_id = staff.id)`,
          passkeys: sql<number>`(select count(*) from staff_passkeys where staff_id = staff.id)`,
        })
        .from(staff)
        .orderBy(sql`ended_at is not null`, asc(staff.id))
        .all(),

    openOwners: async (): Promise<number> =>
      (
        await db
          .select({ owners: count() })
          .from(staff)
          .where(and(eq(staff.role, 'owner'), isNull(staff.endedAt)))
          .get()
      )?.owners ?? 0,

    /** Open accounts that have neither a confirmed authenticator app nor a passkey. */
    openWithoutSecondFactor: async (): Promise<number> =>
      (
        await db
          .select({ accounts: count() })
          .from(staff)
          .where(
            and(
              isNull(staff.endedAt),
              isNull(staff.totpConfirmedAt),
              sql`not exists (select 1 from staff_passkeys where staff_id = ${staff.id})`,
            ),
          )
          .get()
      )?.accounts ?? 0,

    add: async (row: typeof staff.$inferInsert): Promise<number> =>
      (await db.insert(staff).values(row).returning({ id: staff.id }).get()).id,

    change: async (id: number, values: Partial<StaffRow>): Promise<void> => {
      await db.update(staff).set(values).where(eq(staff.id, id)).run()
    },

    /** The session with its account; the caller checks its times. */
    sessionByHash: async (hash: string) =>
      db
        .select({
          session: staffSessions,
          staff,
          passkeys: sql<number>`(select count(*) from staff_passkeys where staff_id = ${staff.id})`,
        })
        .from(staffSessions)
        .innerJoin(staff, eq(staff.id, staffSessions.staffId))
        .where(and(eq(staffSessions.tokenHash, hash), isNull(staffSessions.endedAt), isNull(staff.endedAt)))
        .get(),

    addSession: async (row: typeof staffSessions.$inferInsert): Promise<void> => {
      await db.insert(staffSessions).values(row).run()
    },

    setSession,

    endSessions: async (id: number, keep: string | null, at: number): Promise<void> => {
      await db
        .update(staffSessions)
        .set({ endedAt: at })
        .where(
          and(
            eq(staffSessions.staffId, id),
            isNull(staffSessions.endedAt),
            keep === null ? undefined : ne(staffSessions.tokenHash, keep),
          ),
        )
        .run()
    },

    /** The newest login of an account other than this session's. */
    loginBefore: async (id: number, hash: string) =>
      db
        .select({ at: staffSessions.enteredAt, userAgent: staffSessions.userAgent })
        .from(staffSessions)
        .where(
          and(eq(staffSessions.staffId, id), ne(staffSessions.tokenHash, hash), isNotNull(staffSessions.enteredAt)),
        )
        .orderBy(desc(staffSessions.enteredAt))
        .limit(1)
        .get(),

    forgetSessionsBefore: async (time: number): Promise<void> => {
      await db.delete(staffSessions).where(lt(staffSessions.expiresAt, time)).run()
      await db.delete(staffDevices).where(lt(staffDevices.usedAt, time)).run()
    },

    isKnownDevice: async (id: number, hash: string): Promise<boolean> =>
      (await db
        .select({ id: staffDevices.staffId })
        .from(staffDevices)
        .where(and(eq(staffDevices.tokenHash, hash), eq(staffDevices.staffId, id)))
        .get()) !== undefined,

    knowDevice: async (row: typeof staffDevices.$inferInsert): Promise<void> => {
      await db
        .insert(staffDevices)
        .values(row)
        .onConflictDoUpdate({ target: staffDevices.tokenHash, set: { staffId: row.staffId, usedAt: row.usedAt } })
        .run()
    },

    forgetDevices: async (id: number): Promise<void> => {
      await db.delete(staffDevices).where(eq(staffDevices.staffId, id)).run()
    },

    passkeysOf: async (id: number): Promise<StaffPasskeyRow[]> =>
      db.select().from(staffPasskeys).where(eq(staffPasskeys.staffId, id)).orderBy(asc(staffPasskeys.createdAt)).all(),

    addPasskey: async (row: typeof staffPasskeys.$inferInsert): Promise<void> => {
      await db.insert(staffPasskeys).values(row).run()
    },

    usePasskey: async (id: string, counter: number, usedAt: number): Promise<void> => {
      await db.update(staffPasskeys).set({ counter, usedAt }).where(eq(staffPasskeys.id, id)).run()
    },

    /** @returns whether it was there */
    dropPasskey: async (staffId: number, id: string): Promise<boolean> =>
      (
        await db
          .delete(staffPasskeys)
          .where(and(eq(staffPasskeys.staffId, staffId), eq(staffPasskeys.id, id)))
          .run()
      ).changes > 0,

    dropPasskeys: async (staffId: number): Promise<void> => {
      await db.delete(staffPasskeys).where(eq(staffPasskeys.staffId, staffId)).run()
    },
  }
}
