/** Queries of the daily round: members page by page, their unread messages, and their new likes. */
import { and, asc, eq, gt, lte, max, or, sql, type SQL } from 'drizzle-orm'
import { bound, value } from '../../db/prepared.ts'
import type { Db } from '../../db/database.ts'
import { users } from '../../db/schema/account.ts'
import { profiles } from '../../db/schema/profile.ts'

/** The two can still talk: the partner is active, and neither blocks. */
const isOpen = (member: string, other: string) => sql`
  exists (select 1 from users where id = ${sql.raw(other)} and shown_status = 'active')
  and not exists (select 1 from blocks where blocker = ${sql.raw(other)} and blocked = ${sql.raw(member)})
  and not exists (select 1 from blocks where blocker = ${sql.raw(member)} and blocked = ${sql.raw(other)})`

/** @param which leaves out the others */
export const memberWalk = (db: Db, which?: SQL) =>
  db
    .select({
      id: users.id,
      domain: users.domain,
      status: users.status,
      shownStatus: users.shownStatus,
      settings: users.settings,
      notificationsDisabled: users.notificationsDisabled,
      feedSeq: users.feedSeq,
      feedFloor: users.feedFloor,
      timeZone: users.timeZone,
      language: users.language,
      signupAt: users.signupAt,
      /** Whether a push can reach the member. */
      hasDevice: sql`exists (select 1 from push_subscriptions where user_id = ${users.id})`.mapWith(Boolean),
      /** Whether any conversation has unread messages; most members have none, and need no look of their own. */
      hasUnread: sql`exists (select 1 from participants where member = ${users.id} and unread > 0)`.mapWith(Boolean),
      fictional: profiles.fictional,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    // Both tables have the condition: PostgreSQL may read them side by side, and would begin with the first profile on each page.
    .where(and(gt(users.id, bound('after')), gt(profiles.id, bound('after')), which))
    .orderBy(asc(users.id))
    .limit(value('limit'))

/**
 * The members of a range of ids for whom the round has something to do. Most members need nothing on most days: to read each of a million
 * took longer than the hours until the round's mails are too late.
 */
export const roundWalk = (db: Db) =>
  memberWalk(
    db,
    and(
      lte(users.id, bound('upTo')),
      or(
        sql`exists (select 1 from participants where member = ${users.id} and unread > 0)`,
        // The flag is part of the SQL text: SQLite does not use the partial index for a bound one.
        sql`${users.id} % 7 = ${bound('weekday')}
          and exists (select 1 from likes where liked = ${users.id} and seen = 0 and at > ${bound('likedSince')})`,
        sql`${users.signupAt} > ${bound('firstSince')} and ${users.signupAt} <= ${bound('firstUpTo')}`,
        sql`${users.signupAt} > ${bound('lastSince')} and ${users.signupAt} <= ${bound('lastUpTo')}`,
        sql`${users.feedSeq} - ${users.feedFloor} > ${bound('feedMax')}`,
      ),
    ),
  )

// `cross join` fixes the order: the member's few unread conversations first, then the messages after the read mark.
export const unreadWalk = (db: Db) =>
  db
    .select({
      partner: sql<number>`p.partner`,
      fictional: sql<boolean>`f.fictional`.mapWith(Boolean),
      count: sql<number>`count(*)`,
      newest: sql<number>`max(m.sent_at)`,
    })
    .from(
      sql`participants as p
      cross join profiles as f on f.id = p.partner
      cross join messages as m on m.conversation = p.conversation and m.id > max(p.read_up_to, p.hidden_up_to)
        and m.sender = p.partner and m.held_at is null`,
    )
    .where(
      sql`p.member = ${bound('member')} and p.unread > 0 and (m.text <> '' or m.type = 'photo')
      and m.sent_at <= ${bound('until')}
      and ${isOpen('p.member', 'p.partner')}`,
    )
    .groupBy(sql`p.partner, f.fictional`)
    .orderBy(sql`max(m.sent_at) desc`)

export const newLikesWalk = (db: Db) =>
  db
    .select({ fictional: sql<boolean>`f.fictional`.mapWith(Boolean), count: sql<number>`count(*)` })
    .from(sql`likes as l cross join profiles as f on f.id = l.liker`)
    .where(
      sql`l.liked = ${bound('member')} and l.at > ${bound('since')} and l.seen = 0 and ${isOpen('l.liked', 'l.liker')}`,
    )
    .groupBy(sql`f.fictional`)

type RoundPage = {
  after: number
  upTo: number
  /** The rest of the ids that have their week told on this day. */
  weekday: number
  likedSince: number
  /** When those signed up who may get the first or the last reminder of an unfinished profile. */
  firstSince: number
  firstUpTo: number
  lastSince: number
  lastUpTo: number
  /** A feed with more changes is cut back. */
  feedMax: number
}

export const roundQueries = (db: Db) => {
  const page = roundWalk(db).prepare()
  const newest = db
    .select({ id: max(users.id) })
    .from(users)
    .prepare()
  const unread = unreadWalk(db).prepare()
  const newLikes = newLikesWalk(db).prepare()

  return {
    /** The members for whom the round has something to do, among the ids after `after` up to `upTo`, in their order. */
    roundPage: async (asked: RoundPage, limit: number) => page.all({ ...asked, limit }),

    /** The highest id of a member. */
    newestMember: async (): Promise<number> => (await newest.get())?.id ?? 0,

    /** A member's unread messages sent until `until`, counted by sender; the newest first. */
    unreadBy: async (member: number, until: number) => unread.all({ member, until }),

    /** Unseen likes since then, with those of fictional profiles counted separately. */
    newLikes: async (member: number, since: number) => newLikes.all({ member, since }),
  }
}
