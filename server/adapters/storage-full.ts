/** 53100 is PostgreSQL's code for its own full disk. */
const FULL_CODES: ReadonlySet<unknown> = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100'])

/** Whether a write failed because the disk is full [OPS-12]; a failed query carries the database's error as its cause. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && FULL_CODES.has(error.code)) || isStorageFull(error.cause))
