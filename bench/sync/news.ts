/** Feeds with news of one kind each, for members who have something to tell of. */
import type Database from 'better-sqlite3'
import { DAY_MS } from '#contract/limits.ts'
import { logIn } from '../product/members.ts'

/** A member with news after `after`, which is acknowledged already: a request only reads. */
export type News = { what: string; cookie: string; after: number }

type Change = ['message' | 'chat' | 'like' | 'user' | 'profile', number]
type Facts = { received: number[]; own: number[]; partners: number[]; likers: number[]; conversations: number[] }

const KINDS: Record<string, (facts: Facts) => Change[]> = {
  'one message': ({ received }) => first(1, received, 'message'),
  'one like': ({ likers }) => first(1, likers, 'like'),
  'the own account': () => [['user', 0]],
  'ten changes of all kinds': ({ received, own, partners, likers, conversations }) => [
    ...first(4, received, 'message'),
    ...first(1, own, 'message'),
    ...first(2, likers, 'like'),
    ['user', 0],
    ...first(1, partners, 'profile'),
    ...first(1, conversations, 'chat'),
  ],
  'forty messages': ({ received, own }) => first(40, [...received, ...own], 'message'),
}

const first = (count: number, ids: readonly number[], kind: Change[0]): Change[] => {
  if (ids.length === 0) throw new Error(`A member of the measure has nothing of the kind ${kind}`)
  return ids.slice(0, count).map((id) => [kind, id])
}

/** Messages older than this may be hidden already [CHAT-10]. */
const RECENT_MS = 150 * DAY_MS

/** Writes the feeds. Each kind has a member of its own, the busiest of the database. */
export const prepareNews = (database: Database.Database): News[] => {
  const since = Date.now() - RECENT_MS
  const members = database
    .prepare<[number, number], number>(
      `select p.member from participants as p
         join messages as m on m.conversation = p.conversation and m.sent_at > ?
         join users as u on u.id = p.member and u.status = 'active'
       where exists (select 1 from likes where liked = p.member) and
         exists (select 1 from messages as o where o.sender = p.member and o.conversation = p.conversation)
       group by p.member order by count(*) desc, p.member limit ?`,
    )
    .pluck()
    .all(since, Object.keys(KINDS).length)
  return Object.entries(KINDS).map(([what, changesFor], index) => {
    const member = members[index]
    if (member === undefined) throw new Error('The database has too few members with messages and likes')
    const ids = (sql: string): number[] =>
      database.prepare<{ member: number; since: number }, number>(sql).pluck().all({ member, since })
    const messages = (comparison: string): number[] =>
      ids(`select m.id from participants as p join messages as m on m.conversation = p.conversation
        where p.member = :member and m.sent_at > :since and m.sender ${comparison} :member order by m.id desc`)
    const found = changesFor({
      received: messages('<>'),
      own: messages('='),
      partners: ids('select partner from participants where member = :member and :since > 0'),
      likers: ids('select liker from likes where liked = :member and :since > 0 order by at desc'),
      conversations: ids('select conversation from participants where member = :member and :since > 0'),
    })
    return { what, cookie: logIn(database, member), after: appendTo(database, member, found) }
  })
}

/** @returns the seq before the changes */
const appendTo = (database: Database.Database, member: number, changes: readonly Change[]): number => {
  const after = database.prepare<[number], number>('select feed_seq from users where id = ?').pluck().get(member) ?? 0
  const append = database.prepare('insert into changes (member, seq, kind, entity) values (?, ?, ?, ?)')
  for (const [index, [kind, entity]] of changes.entries()) append.run(member, after + index + 1, kind, entity)
  const seq = after + changes.length
  database.prepare('update users set feed_seq = ?, feed_acked = ? where id = ?').run(seq, seq, member)
  return after
}
