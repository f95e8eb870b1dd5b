/** Makes one attempt to send a write: builds the request from its row. */
import type { WriteOrder } from '#contract/rules/write-order.ts'
import { answerOrNull, UPLOAD_TIMEOUT_MS, type Asked, type Server } from '../server-api.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { MemberSession } from '../store/session.ts'
import type { Write, WriteOf } from '../store/writes.ts'
import type { Sent } from './flusher.ts'

export const sendTo =
  (server: Server) =>
  async (session: MemberSession, { write }: OutboxRow, order: WriteOrder | null): Promise<Sent> =>
    'client_id' in write
      ? upload(server, session, write)
      : settledByAbsence(
          write,
          await answerOrNull(server.ask(session, write.kind, { ...askedOf(write), ...(order ? { order } : {}) })),
        )

/**
 * The server answers `not_found` for a profile that this member may no longer see. A like, pass or block of such a
 * profile cannot be undone, and its like cannot be looked at. So the write counts as done, and the member does not have
 * to discard it.
 */
const settledByAbsence = (write: Write, sent: Sent): Sent => {
  if (!sent || sent.ok || sent.body?.error !== 'not_found') return sent
  const data = answerOfAbsence(write)
  return data ? { ok: true, data } : sent
}

const answerOfAbsence = (write: Write): object | null => {
  const { kind } = write
  if (kind === 'blocks.delete' || kind === 'likes.seen' || kind === 'swipe.undo') return {}
  if (kind === 'likes.delete') return { like: { profile: write.profile, received: null, sent: null }, match: false }
  if (kind === 'chats.read') return { num_unread_messages: 0 }
  return kind === 'swipe.put' && write.body.choice === 'pass' ? {} : null
}

type WithPicture = WriteOf<'photos.add' | 'messages.photo'>

const upload = async (server: Server, session: MemberSession, write: WithPicture): Promise<Sent> => {
  const { client_id } = write
  const file = await session.read(['blobs'], (tx) => tx.objectStore('blobs').get(client_id))
  // Row and picture are written and deleted together, so the row was deleted just now.
  if (!file) return null
  const query = {
    client_id,
    ...(write.kind === 'messages.photo' ? { profile: String(write.profile) } : write.private ? { private: '1' } : {}),
  }
  return answerOrNull(server.ask(session, write.kind, { query, upload: file }, UPLOAD_TIMEOUT_MS))
}

const askedOf = (write: Exclude<Write, WithPicture>): Asked => {
  switch (write.kind) {
    case 'messages.send':
    case 'profile.put':
    case 'notifications.put':
      return { body: write.body }
    case 'chats.delete': {
      const { conversation, up_to } = write
      return { body: up_to > 0 ? { conversation, up_to } : { conversation } }
    }
    case 'swipe.put':
      return { params: { profile: write.profile }, body: write.body }
    case 'blocks.put':
    case 'blocks.delete':
    case 'swipe.undo':
    case 'likes.put':
    case 'likes.delete':
    case 'likes.seen':
      return { params: { profile: write.profile } }
    case 'chats.read':
      return { params: { conversation: write.conversation }, body: { up_to: write.up_to } }
    case 'consents.put':
      return { params: { consent: write.consent }, body: { given: write.given } }
    case 'user.language':
      return { body: { language: write.language } }
    case 'photos.change':
      return { params: { id: write.photo }, body: write.body }
    case 'photos.order':
      return { body: { ids: write.ids } }
    case 'photos.delete':
      return { params: { id: write.photo } }
  }
}
