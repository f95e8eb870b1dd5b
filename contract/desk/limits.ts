/** Numbers of the desk that more than one place uses. */
import { MINUTE_MS } from '../limits.ts'

/** Evidence is held for this long after the report [DESK-6]. */
export const EVIDENCE_DAYS = 365
/** The messages before the reported one that a snapshot keeps, and as many after it. */
export const MESSAGES_AROUND = 5
/** A claim ends after this time without work [DESK-4]. */
export const CLAIM_MS = 10 * MINUTE_MS
/** A statement leaves after this time; until then its decision can be undone [DESK-8]. */
export const UNDO_MS = 30_000
/** A review of a photo can be undone for this long by the reviewer [DESK-5]. */
export const PHOTO_UNDO_MS = 10 * MINUTE_MS
/** An allowed export for an authority can be downloaded for this long after the permission [DESK-11]. */
export const AUTHORITY_EXPORT_DAYS = 7
/** Characters of a note about a member. */
export const NOTE_MAX = 2_000
/** The newest notes that a member's page shows. */
export const NOTES_SHOWN = 100
/** The newest events of each kind that a member's page has. */
export const HISTORY_SHOWN = 50
/** The reporters that the preview of a statement names. */
export const REPORTERS_NAMED = 3
/** Rows on a page of the queue, and photos on a page of the grid. */
export const QUEUE_PAGE = 50
export const PHOTO_PAGE = 24
/** An appeal is possible for this long after the decision [DESK-9]. */
export const APPEAL_DAYS = 184
