/** Reading and checking the audit [DESK-3]. */
import type { DeskAnswer, DeskParsed } from '#contract/desk/calls.ts'
import type { AuditCheck, AuditRow, AuditSubject } from '#contract/desk/audit.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/desk-caller.ts'
import { CHAIN_START, continuedCheck, finishedCheck, type AuditFilter, type StoredAuditRow } from './audit-queries.ts'

const PAGE = 50

export const auditPage = async (
  { read }: Pick<Deps, 'read'>,
  query: DeskParsed<'audit.list'>['query'],
): Promise<DeskAnswer<'audit.list'>> => {
  const { subject_kind: subjectKind, openings, ...rest } = query
  const filter: AuditFilter = { ...rest, subjectKind, openings: openings === '1' }
  const rows = await read.audit.page(filter, PAGE + 1)
  const checked = await read.audit.newestOf('audit.check')
  return {
    rows: rows.slice(0, PAGE).map(({ row, name }) => auditRowOf(row, name)),
    total: await read.audit.total(filter),
    all: await read.audit.total({}),
    first_at: await read.audit.firstAt(),
    more: rows.length > PAGE,
    checked: checked ? checkedOf(checked) : null,
  }
}

const checkedOf = ({ at, after }: StoredAuditRow) => {
  const { rows, broken } = JSON.parse(after ?? '{}') as { rows: number; broken: unknown }
  return { at, rows, intact: broken === null }
}

const auditRowOf = (row: StoredAuditRow, name: string | null): AuditRow => ({
  id: row.id,
  at: row.at,
  staff: row.staff === null ? null : { id: row.staff, name: name ?? '' },
  act: row.act,
  subject: subjectOf(row),
  before: row.before === null ? null : JSON.parse(row.before),
  after: row.after === null ? null : JSON.parse(row.after),
  reason: row.reason,
  previous_hash: row.previousHash,
  hash: row.hash,
})

const subjectOf = ({ subjectKind, subject }: StoredAuditRow): AuditSubject | null =>
  subjectKind === null || subject === null ? null : { kind: subjectKind, id: subject }

/** Hashing this many rows takes a few milliseconds, so other requests do not wait for a long audit. */
const CHECKED_AT_ONCE = 1_000

/** Checks the whole chain, without writing the result. */
export const checkChain = async ({ read, pause }: Pick<Deps, 'read' | 'pause'>): Promise<AuditCheck> => {
  // Rows that are added during the check are checked too.
  const highest = await read.audit.highestId()
  let check = CHAIN_START
  for (;;) {
    const rows = await read.audit.rowsAfter(check.rows, CHECKED_AT_ONCE)
    check = continuedCheck(check, rows)
    if (check.broken || rows.length === 0) return finishedCheck(check, highest)
    await pause(0)
  }
}

/** Checks the whole chain, and writes the result into the audit. */
export const checkAudit = async (
  deps: Pick<Deps, 'read' | 'write' | 'now' | 'pause'>,
  staff: Actor | null,
): Promise<AuditCheck> => {
  const check = await checkChain(deps)
  await deps.write((tx) =>
    tx.audit.add({
      staff: staff?.id ?? null,
      act: 'audit.check',
      after: { rows: check.rows, broken: check.broken },
      at: deps.now(),
    }),
  )
  return check
}
