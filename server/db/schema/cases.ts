/** The desk's cases, the evidence of reports, and the marks that outlive a banned account. */
import { IDENTITY_KINDS, type SnapshotMessage, type SnapshotProfile } from '#contract/desk/case.ts'
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, time } from './columns.ts'

/** A case has a number from the first time that somebody opens or claims its subject [DESK-4]. */
export const cases = sqliteTable(
  'cases',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** `member:12`, `letters:abc` or `photos`, as in `contract/desk/subject.ts`. */
    subject: text('subject').notNull(),
    openedAt: time('opened_at').notNull(),
    /** The staff member who has claimed it, until `claimedUntil`. */
    staff: integer('staff'),
    claimedUntil: time('claimed_until'),
    /** When its last item was decided; a later item opens a new case. */
    closedAt: time('closed_at'),
  },
  (t) => [
    uniqueIndex('cases_open')
      .on(t.subject)
      .where(sql`closed_at is null`),
    index('cases_subject').on(t.subject, t.id),
  ],
)

/** The reported member at the moment of a report [DESK-6]. It outlives the account until `heldUntil`. */
export const evidence = sqliteTable(
  'evidence',
  {
    letter: integer('letter').primaryKey(),
    /** The reported member. */
    member: integer('member').notNull(),
    takenAt: time('taken_at').notNull(),
    heldUntil: time('held_until').notNull(),
    /** A legal hold, without an end; set and lifted by hand. */
    legalHold: flag('legal_hold').notNull().default(false),
    profile: text('profile', { mode: 'json' }).$type<SnapshotProfile>().notNull(),
    /** Empty for a report outside a conversation. */
    messages: text('messages', { mode: 'json' }).$type<SnapshotMessage[]>().notNull(),
  },
  (t) => [index('evidence_member').on(t.member), index('evidence_held').on(t.heldUntil)],
)

/** Files that stay in the photo store while their evidence is held. */
export const evidencePhotos = sqliteTable(
  'evidence_photos',
  { letter: integer('letter').notNull(), hash: text('hash').notNull() },
  (t) => [primaryKey({ columns: [t.letter, t.hash] }), index('evidence_photos_hash').on(t.hash)],
)

/**
 * Keyed hashes of what identifies a member [DESK-10]: of a banned one for as long as the ban, and of a reported one for as
 * long as the evidence, so that a ban after the deletion still holds.
 */
export const identityMarks = sqliteTable(
  'identity_marks',
  {
    kind: text('kind', { enum: IDENTITY_KINDS }).notNull(),
    hash: text('hash').notNull(),
    member: integer('member').notNull(),
    /** The ban that refuses the hash, or null while there is only evidence. */
    decision: integer('decision'),
    at: time('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.hash, t.member] }),
    index('identity_marks_member').on(t.member),
    index('identity_marks_decision').on(t.decision),
  ],
)
