/** Photos of profiles, and files to delete. */
import { PHOTO_REASONS, PHOTO_STATUSES } from '#contract/entities/photo.ts'
import { BAND_PAIRS } from '#contract/rules/photo-likeness.ts'
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
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
    status: text('status', { enum: PHOTO_STATUSES }).notNull(),
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

/**
 * Parts of photos whose last request has not arrived yet, each where the one before ends. They are deleted with the last request, or a
 * day after the last of them. An empty part says that the photo of this id is deleted.
 */
export const photoParts = sqliteTable(
  'photo_parts',
  {
    /** The id of the photo on its owner's device. */
    clientId: text('client_id').notNull(),
    owner: integer('owner').notNull(),
    start: integer('start').notNull(),
    size: integer('size').notNull(),
    /** The bytes in base64. */
    bytes: text('bytes').notNull(),
    at: time('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.owner, t.start] }),
    index('photo_parts_owner').on(t.owner, t.at),
    index('photo_parts_at').on(t.at),
  ],
)

/** Photo files that no row references any more; a job deletes them after the commit. */
export const goneFiles = sqliteTable('gone_files', { hash: text('hash').primaryKey(), at: time('at').notNull() })

type Bands = Record<`band${0 | 1 | 2 | 3}`, SQLiteColumn>

/** Two bands as one number, as `pairValue` of the contract makes it. The cast lets SQLite read its index for a list. */
export const pairOfBands = (bands: Bands, [one, other]: (typeof BAND_PAIRS)[number]) =>
  sql`cast(${bands[`band${one}`]} * 65536 + ${bands[`band${other}`]} as bigint)`

/**
 * The perceptual hash of each photo as four bands of 16 bits [GUARD-3], with an index for each pair of bands. Pictures
 * crowd together: many share a band, but few share two, so a search reads few rows among millions of photos.
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
  (t) => BAND_PAIRS.map((pair) => index(`photo_hashes_${pair.join('')}`).on(pairOfBands(t, pair))),
)
