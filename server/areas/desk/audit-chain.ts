/** The chain of the audit [DESK-3]: each row's hash covers the row and the hash of the row before. */
import { createHash } from 'node:crypto'
import type { AuditCheck } from '#contract/desk/entities/audit.ts'
import type { audit } from '../../db/schema/desk.ts'

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
export const checkedFurther = (check: AuditCheck, rows: Iterable<StoredAuditRow>): AuditCheck => {
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
export const checkedToEnd = (check: AuditCheck, highest: number): AuditCheck =>
  check.broken === null && highest > check.rows ? { ...check, broken: { id: check.rows + 1, fault: 'gap' } } : check
