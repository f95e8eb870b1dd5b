/** Applies the server's answer to a confirmed write. The caller deletes the write's row in the same transaction. */
import type { CallAnswer } from '#contract/calls.ts'
import type { MemberSettings } from '#contract/entities/member-settings.ts'
import type { OwnProfile } from '#contract/entities/profile.ts'
import type { User } from '#contract/entities/user.ts'
import { bumpConversation, readConversation, writeMessage } from '../store/conversations.ts'
import { changeBlocks } from '../store/blocks.ts'
import { writeSwiped } from '../store/deck.ts'
import { writeLike } from '../store/likes.ts'
import { changeMe, changeUser, readMe } from '../store/me.ts'
import type { StoreName, Tx } from '../store/member-db.ts'
import { isRowOf, type OutboxRow } from '../store/outbox-rows.ts'
import { closedBy } from '../store/pending.ts'
import { withPhotos } from '../store/pending-own.ts'
import { setBlocked } from '../store/profiles.ts'
import type { WriteOf } from '../store/writes.ts'
import { applyDeletion, carryDeletion } from './chat-deletion.ts'
import { nameDelivered } from './photo-ids.ts'

export const ACK_STORES: StoreName[] = [
  'outbox',
  'messages',
  'conversations',
  'likes',
  'meta',
  'blobs',
  'profiles',
  'lists',
]

export type SentAt = { seq: number; user: User | null; member: number }

/**
 * The feed updates the counts; it is read right afterwards. Answers of parallel lanes may come in any order, while the
 * feed has one order.
 * @param sentAt this device's feed cursor and the stored user at the time of the request
 */
export const applyAck = async (tx: Tx, row: OutboxRow, data: unknown, sentAt: SentAt): Promise<void> => {
  // The schema of the call has parsed the answer.
  switch (row.write.kind) {
    case 'messages.send':
    case 'messages.photo': {
      const { message, credits } = data as CallAnswer<'messages.send'>
      await carryDeletion(tx, row, message, true)
      await writeMessage(tx, message)
      await bumpConversation(tx, message, sentAt.member)
      await takeCredits(tx, credits, sentAt.seq)
      return
    }
    case 'chats.delete':
      if (isRowOf(row, 'chats.delete')) await applyDeletion(tx, row)
      return
    case 'blocks.put':
    case 'blocks.delete':
      await applyBlock(tx, row.write, row.written_at)
      return
    case 'swipe.undo':
      await writeSwiped(tx, row.write.profile, false)
      return
    case 'swipe.put': {
      // The profile of this pass no longer exists; the answer then has no count of the day's likes.
      if (!('like' in Object(data))) return writeSwiped(tx, row.write.profile, true)
      const { likes_left, resets_at, like } = data as CallAnswer<'swipe.put'>
      await writeSwiped(tx, row.write.profile, true, { likes_left, resets_at })
      if ((await readMe(tx)).seq === sentAt.seq) await writeLike(tx, like)
      return
    }
    case 'likes.put':
    case 'likes.delete': {
      if ((await readMe(tx)).seq !== sentAt.seq) return
      const { like } = data as CallAnswer<'likes.put'>
      await writeLike(tx, like)
      return
    }
    case 'likes.seen': {
      const like = await tx.objectStore('likes').get(row.write.profile)
      if (!like?.received?.like_new) return
      await writeLike(tx, { ...like, received: { ...like.received, like_new: false } })
      const { counts } = await readMe(tx)
      await changeMe(tx, { counts: { ...counts, new_likes: Math.max(0, counts.new_likes - 1) } })
      return
    }
    case 'chats.read': {
      if ((await readMe(tx)).seq !== sentAt.seq) return
      await applyReadMark(tx, row.write.conversation, row.write.up_to, data as CallAnswer<'chats.read'>)
      return
    }
    case 'profile.put':
      await applyProfile(tx, sentAt.user, (data as CallAnswer<'profile.put'>).profile)
      return
    case 'consents.put': {
      const { settings, profile } = data as CallAnswer<'consents.put'>
      await applySettings(tx, sentAt.user, settings)
      await applyProfile(tx, sentAt.user, profile)
      return
    }
    case 'notifications.put':
      await applySettings(tx, sentAt.user, (data as CallAnswer<'notifications.put'>).settings)
      return
    case 'user.language': {
      const language = (data as CallAnswer<'user.language'>).user?.language
      if (language)
        await changeUser(
          tx,
          sentAt.user,
          (user) => user.language,
          (user) => ({ ...user, language }),
        )
      return
    }
    case 'photos.add':
    case 'photos.change':
    case 'photos.order':
    case 'photos.delete': {
      const { photos, main } = data as CallAnswer<'photos.order'>
      await nameDelivered(tx, photos)
      await changeUser(
        tx,
        sentAt.user,
        (user) => user.profile.photos,
        (user) => withPhotos(user, photos, main),
      )
    }
  }
}

/**
 * Lowers the stored balance at once, since the deleted row no longer reserves the price. If answers arrive in any
 * order, the lowest balance is the newest. The feed delivers credits that were bought meanwhile.
 */
const takeCredits = async (tx: Tx, credits: number, seq: number): Promise<void> => {
  const { user, ...me } = await readMe(tx)
  if (user && me.seq === seq && credits < user.credits) await changeMe(tx, { user: { ...user, credits } })
}

/** Applies a confirmed block: search and the conversation show it before the feed arrives. */
const applyBlock = async (tx: Tx, write: WriteOf<'blocks.put' | 'blocks.delete'>, at: number): Promise<void> => {
  const isBlock = write.kind === 'blocks.put'
  await changeBlocks(tx, write.profile, isBlock, at)
  await setBlocked(tx, write.profile, isBlock)
  const row = await readConversation(tx, write.conversation)
  if (!row?.chat) return
  const chat = { ...row.chat, closed: closedBy(row.chat.closed, isBlock) }
  await tx.objectStore('conversations').put({ ...row, chat })
}

const applyReadMark = async (
  tx: Tx,
  conversation: string,
  upTo: number,
  { num_unread_messages }: CallAnswer<'chats.read'>,
): Promise<void> => {
  const row = await readConversation(tx, conversation)
  if (!row?.chat) return
  const less = row.chat.num_unread_messages - num_unread_messages
  const my_read_up_to = Math.max(row.chat.my_read_up_to, upTo)
  await tx.objectStore('conversations').put({ ...row, chat: { ...row.chat, num_unread_messages, my_read_up_to } })
  const { counts } = await readMe(tx)
  await changeMe(tx, { counts: { ...counts, unread_messages: Math.max(0, counts.unread_messages - less) } })
}

/** Photos have their own lane, so an answer about the other fields may know fewer photos than are stored. */
const applyProfile = (tx: Tx, before: User | null, profile: OwnProfile): Promise<void> =>
  changeUser(tx, before, withoutPhotos, (user) => {
    const { photos, photo_count, main_image } = user.profile
    return { ...user, profile: { ...profile, photos, photo_count, main_image } }
  })

const withoutPhotos = ({ profile }: User) => ({ ...profile, photos: [], photo_count: 0, main_image: null })

/** Consents and other settings are sent in parallel: each answer may be older than the other. */
const applySettings = (tx: Tx, before: User | null, settings: MemberSettings): Promise<void> =>
  changeUser(
    tx,
    before,
    ({ settings }) => settings,
    (user) => ({ ...user, settings }),
  )
