/** One attempt to deliver a write: the request that is made of a row, as often as it takes. */
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
 * A profile that this member may no longer see answers like one that never was. Then nothing is left of a like, a pass or
 * a block to take back, nor of a like to look at: such a write is done, not refused, and nobody has to discard it.
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
  // Row and picture are written and deleted together: the row has just gone.
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
