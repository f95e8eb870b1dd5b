/** What the server has written, read from beside it; and credits, since nobody can buy any yet. */
import Database from 'better-sqlite3'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import { newClientId } from './client.ts'

export type StoredMessage = { id: number; conversation: string; partner: number; text: string; client_id: string }

export type StoredPhoto = { id: number; client_id: string | null; private: 0 | 1; status: string }

/** A message between two, of any kind; `text` is the gift's name or empty for a photo. */
export type StoredBetween = { id: number; sender: number; type: string; text: string; client_id: string }

export type OldMessage = { from: number; text: string; at: number }

export type CodeLimits = { minimum?: number; country?: string; expires?: number; status?: 'active' | 'inactive' }

export type LedgerBook = {
  /** Everything this member has sent, in the order the server accepted it. */
  messagesFrom: (member: number) => StoredMessage[]
  /** What others call this member. */
  nameOf: (member: number) => string
  /** How often messages were paid for by this member. */
  debitsOf: (member: number) => number
  /** Everything in the conversation of these two, in the order the server accepted it. */
  messagesBetween: (one: number, other: number) => StoredBetween[]
  /** What messages of every kind cost this member, in credits. */
  spentBy: (member: number) => number
  /** How often messages of any kind were paid for by this member. */
  debitsCount: (member: number) => number
  /**
   * A conversation of long ago, the oldest message first; `unread` of them `reader` has not read yet. For devices that
   * have not logged in so far: nobody hears of it.
   */
  giveHistory: (reader: number, partner: number, messages: readonly OldMessage[], unread: number) => void
  likesFrom: (member: number) => number[]
  /** Who likes this member. */
  likesOf: (member: number) => number[]
  /** What this member chose in the game, as it came. */
  swipesOf: (member: number) => { profile: number; choice: 'like' | 'pass' }[]
  isFictional: (member: number) => boolean
  /** Real people with whom there is an open conversation, the liveliest first. */
  partnersOf: (member: number) => number[]
  /** Real people who are found by the search and have nothing to do with this member yet. */
  strangersTo: (member: number) => number[]
  creditsOf: (member: number) => number
  unreadOf: (member: number) => number
  /** What title and badge count. */
  countsOf: (member: number) => { unread_messages: number; new_likes: number }
  /** Credits out of thin air, booked like the demo's. */
  giveCredits: (member: number, amount: number) => void
  /** Someone signed up at another moment. For devices that have not logged in so far: nobody hears of it. */
  signedUpAt: (member: number, at: number) => void
  /** A discount code that anyone may use as often as they like, but for what is said of it. */
  addCode: (code: string, percentage: number, limits?: CodeLimits) => void
  /** A payment was completed at another moment. Nobody hears of it. */
  paidAt: (payment: string, at: number) => void
  /** How many payments there are, whatever became of them. */
  paymentsMade: () => number
  /** This member's payments, the oldest first. */
  paymentsOf: (member: number) => { status: string; amount: number }[]
  /** When the member put an alert aside, in ms, or null. */
  dismissalOf: (member: number, alert: string) => number | null
  memberOf: (email: string) => number
  aboutOf: (member: number) => string
  /** In the member's order. */
  photosOf: (member: number) => StoredPhoto[]
  mainPhotoOf: (member: number) => number | null
  /** A real person who is found and has at least so many photos that all may know of. */
  memberWithPhotos: (count: number) => number
  close: () => void
}

const UNBLOCKED = (other: string): string =>
  `not exists (select 1 from blocks where blocker in (${other}, @member) and blocked in (${other}, @member))`

export const openLedgerBook = (dataDir: string): LedgerBook => {
  const db = new Database(databaseFile(dataDir), { fileMustExist: true })
  db.pragma('busy_timeout = 5000')
  const column = <Value>(sql: string, ...values: unknown[]): Value[] =>
    db
      .prepare(sql)
      .pluck()
      .all(...values) as Value[]
  const unreadOf = (member: number): number =>
    column<number>('select coalesce(sum(unread), 0) from participants where member = ?', member)[0] ?? 0
  let gifts = 0
  return {
    messagesFrom: (member) =>
      db
        .prepare(
          `select m.id, c.low || '-' || c.high as conversation, c.low + c.high - m.sender as partner, m.text, m.client_id
           from messages m join conversations c on c.id = m.conversation where m.sender = ? order by m.id`,
        )
        .all(member) as StoredMessage[],
    nameOf: (member) => column<string>('select name from profiles where id = ?', member)[0] ?? '',
    debitsOf: (member) =>
      column<number>("select count(*) from ledger where user_id = ? and reason = 'message'", member)[0] ?? 0,
    messagesBetween: (one, other) =>
      db
        .prepare(
          `select m.id, m.sender, m.type, m.text, m.client_id from messages m
             join conversations c on c.id = m.conversation where c.low = ? and c.high = ? order by m.id`,
        )
        .all(Math.min(one, other), Math.max(one, other)) as StoredBetween[],
    spentBy: (member) =>
      column<number>(
        "select coalesce(sum(abs(amount)), 0) from ledger where user_id = ? and reason in ('message', 'photo', 'gift')",
        member,
      )[0] ?? 0,
    debitsCount: (member) =>
      column<number>(
        "select count(*) from ledger where user_id = ? and reason in ('message', 'photo', 'gift')",
        member,
      )[0] ?? 0,
    giveHistory: (reader, partner, messages, unread) => {
      const insert = db.prepare(
        "insert into messages (conversation, sender, client_id, type, text, sent_at) values (?, ?, ?, 'text', ?, ?)",
      )
      const join = db.prepare(
        'insert into participants (member, conversation, partner, unread, read_up_to) values (?, ?, ?, ?, ?)',
      )
      db.transaction(() => {
        const begun = db.prepare('insert into conversations (low, high, started_by, created_at) values (?, ?, ?, ?)')
        const conversation = Number(
          begun.run(Math.min(reader, partner), Math.max(reader, partner), reader, messages[0]?.at ?? 0).lastInsertRowid,
        )
        const ids = messages.map(({ from, text, at }) =>
          Number(insert.run(conversation, from, newClientId(), text, at).lastInsertRowid),
        )
        const newest = ids.at(-1) ?? 0
        join.run(reader, conversation, partner, unread, ids.at(-1 - unread) ?? 0)
        join.run(partner, conversation, reader, 0, newest)
        db.prepare('update conversations set last_message = ? where id = ?').run(newest, conversation)
      }).immediate()
    },
    likesFrom: (member) => column<number>('select liked from likes where liker = ? order by at', member),
    likesOf: (member) => column<number>('select liker from likes where liked = ? order by at', member),
    swipesOf: (member) =>
      db.prepare('select profile, choice from swipes where member = ? order by at, rowid').all(member) as {
        profile: number
        choice: 'like' | 'pass'
      }[],
    isFictional: (member) => column<number>('select fictional from profiles where id = ?', member)[0] === 1,
    partnersOf: (member) =>
      column<number>(
        `select p.partner from participants p join conversations c on c.id = p.conversation
           join profiles f on f.id = p.partner
         where p.member = @member and f.searchable = 1 and f.fictional = 0 and ${UNBLOCKED('p.partner')}
         order by c.last_message desc`,
        { member },
      ),
    strangersTo: (member) =>
      column<number>(
        `select f.id from profiles f
         where f.searchable = 1 and f.fictional = 0 and f.id <> @member and ${UNBLOCKED('f.id')}
           and not exists (select 1 from likes where liker in (f.id, @member) and liked in (f.id, @member))
           and not exists (select 1 from participants where member = @member and partner = f.id)
         order by f.last_active desc`,
        { member },
      ),
    creditsOf: (member) => column<number>('select credits from users where id = ?', member)[0] ?? 0,
    unreadOf,
    countsOf: (member) => ({
      unread_messages: unreadOf(member),
      new_likes: column<number>('select count(*) from likes where liked = ? and seen = 0', member)[0] ?? 0,
    }),
    giveCredits: (member, amount) => {
      gifts += 1
      db.transaction(() => {
        db.prepare("insert into ledger (user_id, amount, reason, reference, at) values (?, ?, 'demo', ?, ?)").run(
          member,
          amount,
          `gift-${gifts}`,
          Date.now(),
        )
        // The member's devices hear of it when they next ask for news.
        const feed = 'update users set credits = credits + ?, feed_seq = feed_seq + 1 where id = ? returning feed_seq'
        const seq = db.prepare(feed).pluck().get(amount, member)
        db.prepare("insert into changes (member, seq, kind, entity) values (?, ?, 'user', 0)").run(member, seq)
      }).immediate()
    },
    signedUpAt: (member, at) => {
      db.prepare('update users set signup_at = ? where id = ?').run(at, member)
    },
    paymentsMade: () => (db.prepare('select count(*) as made from payments').get() as { made: number }).made,
    addCode: (code, percentage, { minimum, country, expires, status = 'active' } = {}) => {
      db.prepare(
        `insert into discount_codes (code, value_percentage, minimum_order_value, country, expires, status, validity)
         values (?, ?, ?, ?, ?, ?, 'unlimited')`,
      ).run(code, percentage, minimum ?? null, country ?? null, expires ?? null, status)
    },
    paidAt: (payment, at) => {
      db.prepare('update payments set completed_at = ? where id = ?').run(at, payment)
    },
    paymentsOf: (member) =>
      db.prepare('select status, amount from payments where user_id = ? order by created_at, id').all(member) as {
        status: string
        amount: number
      }[],
    dismissalOf: (member, alert) =>
      column<number | null>(
        'select settings ->> ? from users where id = ?',
        `$.dismissed_alerts.${alert}`,
        member,
      )[0] ?? null,
    memberOf: (email) => {
      const id = column<number>('select id from users where email = ?', email)[0]
      if (id === undefined) throw new Error(`${email} is nobody's address.`)
      return id
    },
    aboutOf: (member) => column<string>('select about_me from profile_details where id = ?', member)[0] ?? '',
    photosOf: (member) =>
      db
        .prepare('select id, client_id, private, status from photos where owner = ? order by position, id desc')
        .all(member) as StoredPhoto[],
    mainPhotoOf: (member) => column<number | null>('select main_photo from profiles where id = ?', member)[0] ?? null,
    memberWithPhotos: (count) => {
      const [found] = column<number>(
        `select f.id from profiles f where f.searchable = 1 and f.reserved = 0 and f.fictional = 0 and f.id > 2
           and (select count(*) from photos p where p.owner = f.id and p.private = 0 and p.status = 'active') >= ?
         order by f.id limit 1`,
        count,
      )
      if (found === undefined) throw new Error(`Nobody has ${count} photos.`)
      return found
    },
    close: () => {
      db.close()
    },
  }
}
