/** Photos of profiles, and files to delete. */
import { PHOTO_REASONS } from '#contract/entities/photo.ts'
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, time } from './columns.ts'

/** A photo never changes: a new upload is a new row, with files of its own. */
export const photos = sqliteTable(
  'photos',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    owner: integer('owner').notNull(),
    /**
     * The key of its files in the photo store: a hash over content and a new id, so that no other upload shares it. Photos from
     * before that have the hash of their content.
     */
    hash: text('hash').notNull(),
    /** The hash of the content alone: equal for equal pictures of any accounts. */
    content: text('content').notNull().default(''),
    status: text('status', { enum: ['pending', 'active', 'rejected'] }).notNull(),
    private: flag('private').notNull().default(false),
    position: integer('position').notNull().default(0),
    createdAt: time('created_at').notNull(),
    /** An id from the owner's device: a repeated upload is the same photo. */
    clientId: text('client_id'),
    /** Four corner colours, `rrggbb` each. */
    colours: text('colours').notNull().default(''),
    /** A drawing made by the seeder, not a photograph. */
    drawn: flag('drawn').notNull().default(false),
    /** The desk's reason for rejecting it. */
    reason: text('reason', { enum: PHOTO_REASONS }),
    /** The staff member who reviewed it last, and when. */
    reviewedBy: integer('reviewed_by'),
    reviewedAt: time('reviewed_at'),
  },
  (t) => [
    index('photos_owner').on(t.owner, t.position),
    uniqueIndex('photos_client').on(t.owner, t.clientId),
    index('photos_hash').on(t.hash),
    index('photos_content').on(t.content),
    index('photos_pending')
      .on(t.createdAt)
      .where(sql`status = 'pending'`),
  ],
)

/** Photo files that no row references any more; a job deletes them after the commit. */
export const goneFiles = sqliteTable('gone_files', { hash: text('hash').primaryKey(), at: time('at').notNull() })

/**
 * The perceptual hash of each photo as four bands of 16 bits [GUARD-3]. Two hashes that differ in at most seven bits
 * have one band that differs in at most one bit, so a search looks up 17 values per band. Each index covers the whole
 * hash, so that candidates are compared without reading a row.
 */
export const photoHashes = sqliteTable(
  'photo_hashes',
  {
    photo: integer('photo').primaryKey(),
    band0: integer('band0').notNull(),
    band1: integer('band1').notNull(),
    band2: integer('band2').notNull(),
    band3: integer('band3').notNull(),
  },
  (t) => [
    index('photo_hashes_0').on(t.band0, t.band1, t.band2, t.band3),
    index('photo_hashes_1').on(t.band1, t.band0, t.band2, t.band3),
    index('photo_hashes_2').on(t.band2, t.band0, t.band1, t.band3),
    index('photo_hashes_3').on(t.band3, t.band0, t.band1, t.band2),
  ],
)
