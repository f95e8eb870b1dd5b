/** Puts people into a database whose lists are as long as they can get, as plain rows. */
import type Database from 'better-sqlite3'
import { DAY_MS } from '#contract/limits.ts'
import { giveCredits, logIn } from '../product/members.ts'

const LIKES = 50_000
const PARTNERS = 10_000
const MESSAGES_EACH = 10
const SWIPES = 20_000
const CHANGES = 20_000
const LOGINS = 200
/** Counts of mails, pushes and pop-ups, as a site with so many members has them. */
const ATTEMPTS = 500_000

export type Heavy = { id: number; cookie: string }
type HeavyPeople = {
  /** Uses the app. */
  popular: Heavy
  /** Closes the account. */
  leaving: Heavy
  /** Has closed the account, which a job erases 14 days later. */
  gone: number
}

export const addHeavyPeople = (database: Database.Database): HeavyPeople => {
  // The newest members are the pairs of the message load.
  const [popular = 0, leaving = 0, gone = 0] = database
    .prepare(
      `select users.id from users join profiles on profiles.id = users.id
       where users.status = 'active' and searchable = 1 and fictional = 0 order by users.id desc limit 3 offset 1000`,
    )
    .pluck()
    .all() as number[]
  database.transaction(() => {
    for (const member of [popular, leaving, gone]) makeHeavy(database, member)
    database.prepare(`update users set status = 'deleting', deleting_since = ? where id = ?`).run(Date.now(), gone)
    database.exec(`insert or ignore into attempts (key, count, since, blocked_until)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ATTEMPTS})
      select 'mail.unread ' || i, 1, ${Date.now()}, ${Date.now() + 60 * DAY_MS} from n`)
  })()
  const person = (id: number): Heavy => ({ id, cookie: logIn(database, id) })
  return { popular: person(popular), leaving: person(leaving), gone }
}

/** @returns the addresses of members who log in with this password */
export const addLogins = (database: Database.Database, passwordHash: string): string[] => {
  const members = database
    .prepare(`select id, email from users where status = 'active' order by id limit ?`)
    .all(LOGINS) as { id: number; email: string }[]
  const update = database.prepare('update users set password_hash = ? where id = ?')
  for (const { id } of members) update.run(passwordHash, id)
  return members.map(({ email }) => email)
}

const makeHeavy = (database: Database.Database, member: number): void => {
  const now = Date.now()
  const others = (count: number): string =>
    `(select id from users where status = 'active' and id <> ${member} order by id limit ${count})`
  const run = (sql: string): void => void database.exec(sql)
  run(`delete from blocks where blocker = ${member} or blocked = ${member}`)
  run(`insert or ignore into likes (liker, liked, at, seen)
    select id, ${member}, ${now} - id * 1000, id % 2 from ${others(LIKES)}`)
  run(`insert or ignore into likes (liker, liked, at)
    select ${member}, id, ${now} - id * 1000 from ${others(LIKES)} where id % 3 = 0`)
  run(
    `insert or ignore into swipes (member, profile, choice, at) select ${member}, id, 'pass', ${now} from ${others(SWIPES)}`,
  )
  run(`insert or ignore into conversations (low, high, started_by, created_at)
    select min(id, ${member}), max(id, ${member}), id, ${now} from ${others(PARTNERS)}`)
  run(`insert or ignore into participants (member, conversation, partner)
    select ${member}, id, iif(low = ${member}, high, low) from conversations where ${member} in (low, high)`)
  run(`insert or ignore into participants (member, conversation, partner)
    select iif(low = ${member}, high, low), id, ${member} from conversations where ${member} in (low, high)`)
  run(`insert into messages (conversation, sender, client_id, type, text, sent_at)
    select p.conversation, iif(n.value % 2 = 0, ${member}, p.partner), hex(randomblob(16)), 'text',
      'Shall we take the early train to the coast on Sunday? I know a bench.', ${now} - n.value * 60000
    from participants p, json_each('[${Array.from({ length: MESSAGES_EACH }, (_, index) => index).join(',')}]') n
    where p.member = ${member}`)
  run(`update conversations set last_message = (select max(id) from messages where conversation = conversations.id)
    where id in (select conversation from participants where member = ${member})`)
  run(`update participants set unread = 1 where member = ${member} and conversation % 20 = 0`)
  giveCredits(database, member)
  run(`insert or ignore into ledger (user_id, amount, reason, reference, at)
    select ${member}, -1, 'message', 'heavy-' || ${member} || '-' || id, sent_at from messages where sender = ${member}`)
  run(`update ledger set balance = sums.balance
    from (select id, sum(amount) over (order by id) as balance from ledger where user_id = ${member}) as sums
    where sums.id = ledger.id`)
  run(`insert into changes (member, seq, kind, entity)
    select ${member}, (select feed_seq from users where id = ${member}) + row_number() over (), 'message', id
    from messages where conversation in (select conversation from participants where member = ${member}) limit ${CHANGES}`)
  run(`update users set feed_seq = (select max(seq) from changes where member = ${member}),
    credits = (select sum(amount) from ledger where user_id = ${member}) where id = ${member}`)
}
