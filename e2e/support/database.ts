/** Reads the server's database directly, and writes test data that no call can make, such as credits or an old conversation. */
import Database from 'better-sqlite3'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import { SPENDING } from '../../server/db/schema/money.ts'
import { newClientId } from './client.ts'

type StoredMessage = { id: number; conversation: string; partner: number; text: string; client_id: string }

type StoredPhoto = { id: number; client_id: string | null; private: 0 | 1; status: string }

/** A message between two, of any kind; `text` is the gift's name or empty for a photo. */
type StoredBetween = { id: number; sender: number; type: string; text: string; client_id: string }

type OldMessage = { from: number; text: string; at: number }

type CodeLimits = { minimum?: number; country?: string; expires?: number; status?: 'active' | 'inactive' }

const UNBLOCKED = (other: string): string =>
  `not exists (select 1 from blocks where blocker in (${other}, @member) and blocked in (${other}, @member))`

export const openServerData = (dataDir: string) => {
  const db = new Database(databaseFile(dataDir), { fileMustExist: true })
  db.pragma('busy_timeout = 5000')
  const column = <Value>(sql: string, ...values: unknown[]): Value[] =>
    db
      .prepare(sql)
      .pluck()
      .all(...values) as Value[]
  const rows = <Row>(sql: string, ...values: unknown[]): Row[] => db.prepare(sql).all(...values) as Row[]
  /** @returns how many rows it changed */
  const write = (sql: string, ...values: unknown[]): number => db.prepare(sql).run(...values).changes
  const unreadOf = (member: number): number =>
    column<number>('select coalesce(sum(unread), 0) from participants where member = ?', member)[0] ?? 0
  let gifts = 0
  return {
    /** Everything this member has sent, in the order the server accepted it. */
    messagesFrom: (member: number): StoredMessage[] =>
      rows(
        `select m.id, c.low || '-' || c.high as conversation, c.low + c.high - m.sender as partner, m.text, m.client_id
           from messages m join conversations c on c.id = m.conversation where m.sender = ? order by m.id`,
        member,
      ),
    nameOf: (member: number): string => column<string>('select name from profiles where id = ?', member)[0] ?? '',
    /** How many text messages this member paid for. */
    debitsOf: (member: number): number =>
      column<number>("select count(*) from ledger where user_id = ? and reason = 'message'", member)[0] ?? 0,
    /** Everything in the conversation of these two, in the order the server accepted it. */
    messagesBetween: (one: number, other: number): StoredBetween[] =>
      rows(
        `select m.id, m.sender, m.type, m.text, m.client_id from messages m
             join conversations c on c.id = m.conversation where c.low = ? and c.high = ? order by m.id`,
        Math.min(one, other),
        Math.max(one, other),
      ),
    /** Credits that this member spent on texts, photos and gifts. */
    spentBy: (member: number): number =>
      column<number>(
        `select coalesce(sum(abs(amount)), 0) from ledger where user_id = ? and reason in ${SPENDING}`,
        member,
      )[0] ?? 0,
    /** How many texts, photos and gifts this member paid for. */
    debitsCount: (member: number): number =>
      column<number>(`select count(*) from ledger where user_id = ? and reason in ${SPENDING}`, member)[0] ?? 0,
    /**
     * Stores an old conversation, the oldest message first; `reader` has not read the last `unread` messages. No device is
     * notified, so call this before the first login.
     */
    giveHistory: (reader: number, partner: number, messages: readonly OldMessage[], unread: number): void => {
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
        write('update conversations set last_message = ? where id = ?', newest, conversation)
      }).immediate()
    },
    likesFrom: (member: number): number[] =>
      column<number>('select liked from likes where liker = ? order by at', member),
    /** Members who like this member. */
    likesOf: (member: number): number[] =>
      column<number>('select liker from likes where liked = ? order by at', member),
    /** Swipes of this member, in the order they arrived. */
    swipesOf: (member: number): { profile: number; choice: 'like' | 'pass' }[] =>
      rows('select profile, choice from swipes where member = ? order by at, rowid', member),
    isFictional: (member: number): boolean =>
      column<number>('select fictional from profiles where id = ?', member)[0] === 1,
    /** Real members with an open conversation with this member, the most recent conversation first. */
    partnersOf: (member: number): number[] =>
      column<number>(
        `select p.partner from participants p join conversations c on c.id = p.conversation
           join profiles f on f.id = p.partner
         where p.member = @member and f.searchable = 1 and f.fictional = 0 and ${UNBLOCKED('p.partner')}
         order by c.last_message desc`,
        { member },
      ),
    /** Searchable real members without a like, block or conversation with this member. */
    strangersTo: (member: number): number[] =>
      column<number>(
        `select f.id from profiles f
         where f.searchable = 1 and f.fictional = 0 and f.id <> @member and ${UNBLOCKED('f.id')}
           and not exists (select 1 from likes where liker in (f.id, @member) and liked in (f.id, @member))
           and not exists (select 1 from participants where member = @member and partner = f.id)
         order by f.last_active desc`,
        { member },
      ),
    creditsOf: (member: number): number => column<number>('select credits from users where id = ?', member)[0] ?? 0,
    unreadOf,
    /** The counts that the page title and the app's badge show. */
    countsOf: (member: number): { unread_messages: number; new_likes: number } => ({
      unread_messages: unreadOf(member),
      new_likes: column<number>('select count(*) from likes where liked = ? and seen = 0', member)[0] ?? 0,
    }),
    /** Adds credits without a payment, with the demo's ledger reason. */
    giveCredits: (member: number, amount: number): void => {
      gifts += 1
      db.transaction(() => {
        write(
          "insert into ledger (user_id, amount, reason, reference, at) values (?, ?, 'demo', ?, ?)",
          member,
          amount,
          `gift-${gifts}`,
          Date.now(),
        )
        // The feed entry tells the member's devices of the change at their next sync.
        const feed = 'update users set credits = credits + ?, feed_seq = feed_seq + 1 where id = ? returning feed_seq'
        const seq = db.prepare(feed).pluck().get(amount, member)
        write("insert into changes (member, seq, kind, entity) values (?, ?, 'user', 0)", member, seq)
      }).immediate()
    },
    /** The member's country asks for a check of the age, from now on [GUARD-6]. */
    askForAge: (member: number, country: string): void => {
      const setting = `insert or replace into site_settings (domain, key, value) values ('*', 'age_check', ?)`
      write(setting, JSON.stringify({ [country]: 'both' }))
      write('update users set age_due = 1 where id = ?', member)
      write('update profiles set searchable = 0 where id = ?', member)
    },
    /** Changes the time of the signup. No device is notified, so call this before the first login. */
    signedUpAt: (member: number, at: number): void =>
      void write('update users set signup_at = ? where id = ?', at, member),
    /** Changes the time at which the member was last active. No device is notified. */
    activeAt: (member: number, at: number): void =>
      void write('update profiles set last_active = ? where id = ?', at, member),
    /** Number of all payments, whatever their status. */
    paymentsMade: (): number => column<number>('select count(*) from payments')[0] ?? 0,
    /** Adds a discount code. Everybody may use it any number of times within its `limits`. */
    addCode: (
      code: string,
      percentage: number,
      { minimum, country, expires, status = 'active' }: CodeLimits = {},
    ): void =>
      void write(
        `insert into discount_codes (code, value_percentage, minimum_order_value, country, expires, status, validity)
         values (?, ?, ?, ?, ?, ?, 'unlimited')`,
        code,
        percentage,
        minimum ?? null,
        country ?? null,
        expires ?? null,
        status,
      ),
    /** Adds a campaign without a partner, and gives it this code. */
    addCampaign: (name: string, code: string): void => {
      const campaign = db
        .prepare('insert into campaigns (name, network, ref, created_at) values (?, ?, ?, ?) returning id')
        .pluck()
        .get(name, 'meta', 'autumn', Date.now())
      write('update discount_codes set campaign = ? where code = ?', campaign, code)
    },
    /** Adds a payment of this member that the bank charged back, undecided. */
    chargeBack: (member: number): void => {
      const at = Date.now()
      const id = newClientId()
      write(
        `insert into payments (id, user_id, status, provider, reference, method, country, credits, amount, currency,
           vat_percentage, created_at, changed_at, completed_at, invoice)
         values (?, ?, 'charged_back', 'sandbox', ?, 'creditcard', 'DE', 40, 1999, 'EUR', 19, ?, ?, ?,
           (select coalesce(max(invoice), 0) + 1 from payments))`,
        id,
        member,
        id,
        at,
        at,
        at,
      )
      write('insert into chargebacks (payment, amount, at) values (?, 1999, ?)', id, at)
      const book = db.prepare('insert into bookings (kind, payment, amount, vat, at) values (?, ?, ?, ?, ?)')
      book.run('sale', id, 1_999, 319, at)
      book.run('chargeback', id, -1_999, -319, at)
    },
    /** Changes the time at which a payment was completed. No device is notified. */
    paidAt: (payment: string, at: number): void =>
      void write('update payments set completed_at = ? where id = ?', at, payment),
    /** This member's payments, the oldest first. */
    paymentsOf: (member: number): { status: string; amount: number }[] =>
      rows('select status, amount from payments where user_id = ? order by created_at, id', member),
    /** Time at which the member dismissed an alert, in ms, or null. */
    dismissalOf: (member: number, alert: string): number | null =>
      column<number | null>(
        'select settings ->> ? from users where id = ?',
        `$.dismissed_alerts.${alert}`,
        member,
      )[0] ?? null,
    memberOf: (email: string): number => {
      const id = column<number>('select id from users where email = ?', email)[0]
      if (id === undefined) throw new Error(`${email} is nobody's address.`)
      return id
    },
    aboutOf: (member: number): string =>
      column<string>('select about_me from profile_details where id = ?', member)[0] ?? '',
    /** Photos in the order that the member chose. */
    photosOf: (member: number): StoredPhoto[] =>
      rows('select id, client_id, private, status from photos where owner = ? order by position, id desc', member),
    mainPhotoOf: (member: number): number | null =>
      column<number | null>('select main_photo from profiles where id = ?', member)[0] ?? null,
    /** A searchable real member with at least `count` public photos. */
    memberWithPhotos: (count: number): number => {
      const [found] = column<number>(
        `select f.id from profiles f where f.searchable = 1 and f.reserved = 0 and f.fictional = 0 and f.id > 2
           and (select count(*) from photos p where p.owner = f.id and p.private = 0 and p.status = 'active') >= ?
         order by f.id limit 1`,
        count,
      )
      if (found === undefined) throw new Error(`Nobody has ${count} photos.`)
      return found
    },
    /** Makes this many photos wait for the desk's review. */
    makePhotosWait: (count: number): void => {
      const changes = write(
        "update photos set status = 'pending' where id in (select id from photos order by id limit ?)",
        count,
      )
      if (changes < count) throw new Error(`There are only ${changes} photos.`)
    },
    /** Makes all photos the same picture. */
    makePhotosAlike: (): void => void write("update photos set content = 'same'"),
    /** Photos by their status. */
    photosWith: (status: 'pending' | 'active' | 'rejected'): number =>
      column<number>('select count(*) from photos where status = ?', status)[0] ?? 0,
    close: (): void => {
      db.close()
    },
  }
}

export type ServerData = ReturnType<typeof openServerData>
