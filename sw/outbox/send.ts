/** One attempt to deliver a write: the request that is made of a row, as often as it takes. */
import { answerOrNull, type Asked, type Server } from '../server-api.ts'
import type { OutboxRow, Write } from '../store/outbox-rows.ts'
import type { MemberSession } from '../store/session.ts'
import type { Sent } from './flusher.ts'

export const sendTo =
  (server: Server) =>
  (session: MemberSession, row: OutboxRow): Promise<Sent> =>
    answerOrNull(server.ask(session, row.write.kind, askedOf(row.write)))

const askedOf = (write: Write): Asked => {
  switch (write.kind) {
    case 'messages.send':
      return { body: write.body }
    case 'likes.put':
    case 'likes.delete':
    case 'likes.seen':
      return { params: { profile: write.profile } }
    case 'chats.read':
      return { params: { conversation: write.conversation }, body: { up_to: write.up_to } }
  }
}
