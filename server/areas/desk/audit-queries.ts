/**
 * The rows of the audit [DESK-3]. `add` is the only way to write one. They form a chain: the hash of each covers the row and the hash of
 * the row before.
 */
import { createHash } from 'node:crypto'
import { and, asc, count, desc, eq, gt, gte, inArray, lt, min, sql, type SQL } from 'drizzle-orm'
import { OPENING_ACTS, type AuditAct, type AuditCheck, type AuditSubject, type Json } from '#contract/desk/audit.ts'
import type { Db } from '../../db/database.ts'
import { audit, staff } from '../../db/schema/desk.ts'

export type StoredAuditRow = typeof audit.$inferSelect

/** SHA-256 in hexadecimal. The columns are a JSON list, so that no text can be moved from one column to the next. */
export const auditHash = (row: Omit<StoredAuditRow, 'hash'>): string => {
  const { id, at, staff, act, subjectKind, subject, before, after, reason, previousHash } = row
  const content = JSON.stringify([id, at, staff, act, subjectKind, subject, before, after, reason, previousHash])
  return createHash('sha256').update(content).digest('hex')
}

/** A check that has not seen any row yet. */
export const CHAIN_START: AuditCheck = { rows: 0, newest_hash: '', broken: null }

/** Continues a check with the next rows, in the order of their ids; a broken chain stays broken. */
export const continuedCheck = (check: AuditCheck, rows: Iterable<StoredAuditRow>): AuditCheck => {
  let { rows: count, newest_hash: newest } = check
  const broken = (id: number, fault: 'gap' | 'chain' | 'content'): AuditCheck => ({
    rows: count,
    newest_hash: newest,
    broken: { id, fault },
  })
  if (check.broken) return check
  for (const row of rows) {
    if (row.id !== count + 1) return broken(count + 1, 'gap')
    if (row.previousHash !== newest) return broken(row.id, 'chain')
    if (row.hash !== auditHash(row)) return broken(row.id, 'content')
    count = row.id
    newest = row.hash
  }
  return { rows: count, newest_hash: newest, broken: null }
}

/** @param highest the highest id ever given, so that a cut off end is noticed */
export const finishedCheck = (check: AuditCheck, highest: number): AuditCheck =>
  check.broken === null && highest > check.rows ? { ...check, broken: { id: check.rows + 1, fault: 'gap' } } : check

export type AuditEntry = {
  /** Null for the desk itself, e.g. a job. */
  staff: number | null
  act: AuditAct
  subject?: AuditSubject
  /** A row outlives its member, so it must not contain the member's own data [ACC-12]. */
  before?: Json
  after?: Json
  reason?: string
  /** ms since the epoch */
  at: number
}

export type AuditFilter = {
  before?: number | undefined
  staff?: number | undefined
  act?: AuditAct | undefined
  subjectKind?: AuditSubject['kind'] | undefined
  subject?: number | undefined
  openings?: boolean
  /** ms since the epoch */
  since?: number | undefined
}

/** The number of acts that may come between a request and its retry, e.g. from another window. */
const REPEATED_WITHIN = 50

export const auditQueries = (db: Db) => {
  const newest = db.select({ id: audit.id, hash: audit.hash }).from(audit).orderBy(desc(audit.id)).limit(1).prepare()

  return {
    /**
     * Adds a row in the transaction of its act; for a look, commit it before the data is read.
     * @returns the row's id and hash
     */
    add: async ({
      staff: by,
      act,
      subject,
      before = null,
      after = null,
      reason = '',
      at,
    }: AuditEntry): Promise<{ id: number; hash: string }> => {
      const last = await newest.get()
      const row = {
        id: (last?.id ?? 0) + 1,
        at,
        staff: by,
        act,
        subjectKind: subject?.kind ?? null,
        subject: subject?.id ?? null,
        before: before === null ? null : JSON.stringify(before),
        after: after === null ? null : JSON.stringify(after),
        reason,
        previousHash: last?.hash ?? '',
      }
      const hash = auditHash(row)
      await db
        .insert(audit)
        .values({ ...row, hash })
        .run()
      return { id: row.id, hash }
    },

    /** The newest rows first, with the name of their member of staff. */
    page: async (filter: AuditFilter, limit: number) =>
      db
        .select({ row: audit, name: staff.name })
        .from(audit)
        .leftJoin(staff, eq(staff.id, audit.staff))
        .where(and(...conditionsOf(filter), filter.before === undefined ? undefined : lt(audit.id, filter.before)))
        .orderBy(desc(audit.id))
        .limit(limit)
        .all(),

    /** A request for an export for an authority, with the name of the colleague who asked. */
    asked: async (id: number) =>
      db
        .select({ row: audit, name: staff.name })
        .from(audit)
        .leftJoin(staff, eq(staff.id, audit.staff))
        .where(and(eq(audit.id, id), eq(audit.act, 'authority_export.ask')))
        .get(),

    /** The number of rows that fit, over all pages. */
    total: async (filter: AuditFilter): Promise<number> =>
      (
        await db
          .select({ rows: count() })
          .from(audit)
          .where(and(...conditionsOf(filter)))
          .get()
      )?.rows ?? 0,

    /** Staff who have reviewed a photo since then, by number. */
    reviewersSince: async (since: number): Promise<number[]> =>
      (
        await db
          .selectDistinct({ staff: audit.staff })
          .from(audit)
          .where(and(gte(audit.at, since), inArray(audit.act, ['photo.approve', 'photo.reject'])))
          .orderBy(audit.staff)
          .all()
      ).flatMap(({ staff: id }) => id ?? []),

    firstAt: async (): Promise<number | null> =>
      (
        await db
          .select({ at: min(audit.at) })
          .from(audit)
          .get()
      )?.at ?? null,

    newestOf: async (act: AuditAct): Promise<StoredAuditRow | undefined> =>
      db.select().from(audit).where(eq(audit.act, act)).orderBy(desc(audit.id)).limit(1).get(),

    /**
     * The row of an act that was already done for this request, which is sent again after its answer was lost.
     * @param clientId the id of the request, which the first row stores in `after`
     */
    repeated: async (by: number, act: AuditAct, clientId: string | undefined): Promise<StoredAuditRow | undefined> => {
      if (clientId === undefined) return undefined
      const same = and(eq(audit.staff, by), eq(audit.act, act))
      const latest = await db.select().from(audit).where(same).orderBy(desc(audit.id)).limit(REPEATED_WITHIN).all()
      return latest.find(({ after }) => after?.includes(`"client_id":"${clientId}"`))
    },

    /** The next rows of the chain, in its order. */
    rowsAfter: async (id: number, limit: number): Promise<StoredAuditRow[]> =>
      db.select().from(audit).where(gt(audit.id, id)).orderBy(asc(audit.id)).limit(limit).all(),

    /** The highest id ever given, also if its row was removed. */
    highestId: async (): Promise<number> =>
      (await db.get<{ seq: number } | undefined>(sql`select seq from sqlite_sequence where name = 'audit'`))?.seq ?? 0,
  }
}

const conditionsOf = (filter: AuditFilter): (SQL | undefined)[] => [
  filter.staff === undefined ? undefined : eq(audit.staff, filter.staff),
  filter.act === undefined ? undefined : eq(audit.act, filter.act),
  filter.subjectKind === undefined ? undefined : eq(audit.subjectKind, filter.subjectKind),
  filter.subject === undefined ? undefined : eq(audit.subject, filter.subject),
  filter.openings === true ? inArray(audit.act, OPENING_ACTS) : undefined,
  filter.since === undefined ? undefined : gte(audit.at, filter.since),
]
