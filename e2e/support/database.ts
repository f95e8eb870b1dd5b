/** What the server has written, read from beside it; and credits, since nobody can buy any yet. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

export type StoredMessage = { id: number; conversation: string; text: string; client_id: string }

export type LedgerBook = {
  /** Everything this member has sent, in the order the server accepted it. */
  messagesFrom: (member: number) => StoredMessage[]
  /** How often messages were paid for by this member. */
  debitsOf: (member: number) => number
  likesFrom: (member: number) => number[]
  creditsOf: (member: number) => number
  /** Credits out of thin air, booked like the demo's. */
  giveCredits: (member: number, amount: number) => void
  memberOf: (email: string) => number
  close: () => void
}

export const openLedgerBook = (dataDir: string): LedgerBook => {
  const file = readdirSync(dataDir).find((name) => /\.(sqlite|db)$/.test(name))
  if (file === undefined) throw new Error(`No database in ${dataDir}.`)
  const db = new Database(join(dataDir, file))
  db.pragma('busy_timeout = 5000')
  const column = <Value>(sql: string, ...values: unknown[]): Value[] =>
    db
      .prepare(sql)
      .pluck()
      .all(...values) as Value[]
  let gifts = 0
  return {
    messagesFrom: (member) =>
      db
        .prepare(
          `select m.id, c.low || '-' || c.high as conversation, m.text, m.client_id
           from messages m join conversations c on c.id = m.conversation where m.sender = ? order by m.id`,
        )
        .all(member) as StoredMessage[],
    debitsOf: (member) =>
      column<number>("select count(*) from ledger where user_id = ? and reason = 'message'", member)[0] ?? 0,
    likesFrom: (member) => column<number>('select liked from likes where liker = ? order by at', member),
    creditsOf: (member) => column<number>('select credits from users where id = ?', member)[0] ?? 0,
    giveCredits: (member, amount) => {
      gifts += 1
      db.transaction(() => {
        db.prepare("insert into ledger (user_id, amount, reason, reference, at) values (?, ?, 'demo', ?, ?)").run(
          member,
          amount,
          `gift-${gifts}`,
          Date.now(),
        )
        db.prepare('update users set credits = credits + ? where id = ?').run(amount, member)
      }).immediate()
    },
    memberOf: (email) => {
      const id = column<number>('select id from users where email = ?', email)[0]
      if (id === undefined) throw new Error(`${email} is nobody's address.`)
      return id
    },
    close: () => {
      db.close()
    },
  }
}
