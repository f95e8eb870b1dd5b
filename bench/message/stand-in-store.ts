/** The storage of a stand-in: none, or the minimum of a chat: a session, a debit, a conversation, a message. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { startCheckpoints } from '../../server/db/checkpoints.ts'
import { STAND_IN_MEMBERS, standInToken } from './load.ts'

export type Store = {
  memberOf: (token: string) => number | null
  /** @returns the message's id once it is as durable as this store makes it, or null without credits */
  add: (sender: number, recipient: number, text: string) => number | null | Promise<number | null>
}

export const storeNothing = (): Store => {
  const members = new Map(Array.from({ length: STAND_IN_MEMBERS }, (_, index) => [standInToken(index + 1), index + 1]))
  let count = 0
  return { memberOf: (token) => members.get(token) ?? null, add: () => (count += 1) }
}

export const openStore = (folder: string, commits: 'each' | 'grouped'): Store => {
  const file = join(folder, `${commits}.db`)
  const database = new Database(file)
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'cache_size = -65536', 'wal_autocheckpoint = 0'])
    database.pragma(pragma)
  fill(database)
  // Off the writer's path, as on our server: the limit is the best we know.
  startCheckpoints(file)

  const session = database.prepare<[string, number], { member: number }>(
    'select member from sessions where token_hash = ? and expires_at > ?',
  )
  const debit = database.prepare('update users set credits = credits - 1 where id = ? and credits > 0')
  const touch = database.prepare<unknown[], { id: number }>(
    'update conversations set last_at = ?, unread = unread + 1 where low = ? and high = ? returning id',
  )
  const insert = database.prepare('insert into messages (conversation, sender, text, sent_at) values (?, ?, ?, ?)')

  const addOne = ({ sender, recipient, text }: Write): number | null => {
    const now = Date.now()
    if (debit.run(sender).changes === 0) return null
    const conversation = touch.get(now, Math.min(sender, recipient), Math.max(sender, recipient))
    return Number(insert.run(conversation?.id, sender, text, now).lastInsertRowid)
  }
  const addInOneCommit = database.transaction(addOne)
  const addAllInOneCommit = database.transaction((group: Write[]) => group.map(addOne))

  return {
    memberOf: (token) =>
      session.get(createHash('sha256').update(token).digest('base64url'), Date.now())?.member ?? null,
    add:
      commits === 'each'
        ? (sender, recipient, text) => addInOneCommit.immediate({ sender, recipient, text })
        : grouped((group) => addAllInOneCommit.immediate(group)),
  }
}

type Write = { sender: number; recipient: number; text: string }

/** Everything that arrives in one turn of the event loop shares one commit. */
const grouped = (addAll: (group: Write[]) => (number | null)[]): Store['add'] => {
  let waiting: { write: Write; done: (id: number | null) => void }[] = []
  const flush = (): void => {
    const group = waiting
    waiting = []
    const ids = addAll(group.map(({ write }) => write))
    for (const [index, { done }] of group.entries()) done(ids[index] ?? null)
  }
  return (sender, recipient, text) =>
    new Promise((done) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ write: { sender, recipient, text }, done })
    })
}

const fill = (database: Database.Database): void => {
  database.exec(`
    create table users (id integer primary key, credits integer not null);
    create table sessions (token_hash text primary key, member integer not null, expires_at integer not null);
    create table conversations (
      id integer primary key, low integer not null, high integer not null,
      last_at integer not null, unread integer not null
    );
    create unique index conversations_pair on conversations (low, high);
    create table messages (
      id integer primary key, conversation integer not null, sender integer not null,
      text text not null, sent_at integer not null
    );
    create index messages_conversation on messages (conversation, id);
  `)
  const user = database.prepare('insert into users values (?, 1000000000)')
  const session = database.prepare('insert into sessions values (?, ?, 4000000000000)')
  const conversation = database.prepare('insert into conversations (low, high, last_at, unread) values (?, ?, 0, 0)')
  database.transaction(() => {
    for (let id = 1; id <= STAND_IN_MEMBERS; id += 1) {
      user.run(id)
      session.run(createHash('sha256').update(standInToken(id)).digest('base64url'), id)
      if (id % 2 === 0) conversation.run(id - 1, id)
    }
  })()
}
