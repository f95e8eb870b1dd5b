/** Likes, blocks and the swipe game. */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from './columns.ts'

export const likes = sqliteTable(
  'likes',
  {
    liker: integer('liker').notNull(),
    liked: integer('liked').notNull(),
    at: time('at').notNull(),
    /** False until the liked member opens the liker's profile [LIKE-4]. */
    seen: flag('seen').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.liker, t.liked] }),
    index('likes_received').on(t.liked, t.at),
    index('likes_new')
      .on(t.liked, t.at)
      .where(sql`seen = 0`),
    index('likes_sent').on(t.liker, t.at),
  ],
)

export const blocks = sqliteTable(
  'blocks',
  {
    blocker: integer('blocker').notNull(),
    blocked: integer('blocked').notNull(),
    at: time('at').notNull(),
    /** Name and main photo of both members at the block: neither learns anything newer of the other [CHAT-9]. */
    blockerName: text('blocker_name').notNull().default(''),
    blockerPhoto: integer('blocker_photo'),
    blockedName: text('blocked_name').notNull().default(''),
    blockedPhoto: integer('blocked_photo'),
  },
  (t) => [primaryKey({ columns: [t.blocker, t.blocked] }), index('blocks_reverse').on(t.blocked, t.blocker)],
)

/** The swipe game: each profile is swiped once [LIKE-5]. */
export const swipes = sqliteTable(
  'swipes',
  {
    member: integer('member').notNull(),
    profile: integer('profile').notNull(),
    choice: text('choice', { enum: ['like', 'pass'] }).notNull(),
    at: time('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.member, t.profile] }),
    index('swipes_likes')
      .on(t.member, t.at)
      .where(sql`choice = 'like'`),
  ],
)
