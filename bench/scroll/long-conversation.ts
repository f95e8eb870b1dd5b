/** Conversations of any length, as if two members had written to each other for a season. */
import { uuidv7 } from '#contract/rules/ids.ts'
import { DAY_MS } from '#contract/limits.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import type Database from 'better-sqlite3'

/** All of it is younger than what is hidden by age. */
const SPAN_MS = 90 * DAY_MS

const WORDS = 'sea coffee tomorrow perhaps station evening music late bread window laugh garden together yes no'.split(
  ' ',
)

export type Conversation = {
  path: string
  /** The id of its first message. */
  first: number
}

/** Writes one; both have read it to its end. */
export const writeConversation = (
  database: Database.Database,
  { member, partner, messages, now }: { member: number; partner: number; messages: number; now: number },
): Conversation => {
  const [low, high] = member < partner ? [member, partner] : [partner, member]
  const insert = database.prepare(
    `insert into messages (conversation, sender, client_id, type, text, sent_at) values (?, ?, ?, ?, ?, ?)`,
  )
  const first = database.transaction(() => {
    const { lastInsertRowid: id } = database
      .prepare('insert into conversations (low, high, started_by, created_at) values (?, ?, ?, ?)')
      .run(low, high, member, now - SPAN_MS)
    let last: number | bigint = 0
    for (let index = 0; index < messages; index += 1) {
      const at = Math.round(now - SPAN_MS + (index * SPAN_MS) / messages)
      const sender = Math.floor(index / 3) % 2 === 0 ? member : partner
      const isGift = index % 97 === 0
      last = insert.run(
        id,
        sender,
        idOf(at, partner, index),
        isGift ? 'gift' : 'text',
        isGift ? 'rose' : textOf(index),
        at,
      ).lastInsertRowid
    }
    database.prepare('update conversations set last_message = ? where id = ?').run(last, id)
    const take = database.prepare(
      'insert into participants (member, conversation, partner, read_up_to, delivered_up_to) values (?, ?, ?, ?, ?)',
    )
    take.run(member, id, partner, last, last)
    take.run(partner, id, member, last, last)
    return Number(last) - messages + 1
  })()
  return { path: `/chats/${conversationId(member, partner)}`, first }
}

/** Two members who have not written to each other yet. */
export const strangersOf = (database: Database.Database, member: number): number[] =>
  database
    .prepare<[number, number], { id: number }>(
      `select id from users where id <> ? and status = 'active' and id not in (select partner from participants where member = ?) order by id`,
    )
    .all(member, member)
    .map(({ id }) => id)

const idOf = (at: number, partner: number, index: number): string => {
  const bytes = new Uint8Array(10)
  const view = new DataView(bytes.buffer)
  view.setUint16(4, partner % 65_536)
  view.setUint32(6, index)
  return uuidv7(at, bytes)
}

/** From one word to many lines, an address now and then: heights differ. */
const textOf = (index: number): string => {
  const count = 1 + ((index * 7) % 5) * ((index * 3) % 8)
  const words = Array.from({ length: count }, (_, word) => WORDS[(index + word * 5) % WORDS.length])
  return `${index}: ${words.join(' ')}${index % 41 === 0 ? ' https://visavis.test/' : ''}`
}
