/** Applies one answer of the feed, one push, or one page of messages, in one transaction. Applying it twice or late changes nothing. */
import type { Topic } from '#contract/device.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import type { SyncAnswer } from '#contract/sync.ts'
import type { CallAnswer } from '#contract/calls.ts'
import type { Message } from '#contract/entities/chat.ts'
import { partnerIn } from '#contract/rules/conversation-id.ts'
import type { KnownPush } from '../older-pushes.ts'
import { withdrawnPhotos } from '../photos/budget.ts'
import {
  bumpConversation,
  expectMessage,
  removeConversation,
  writeChat,
  forgetAnswered,
  writeMessage,
  writePage,
  newestMessage,
} from '../store/conversations.ts'
import { writeLike } from '../store/likes.ts'
import { changeMe, readMe } from '../store/me.ts'
import type { StoreName, Tx } from '../store/member-db.ts'
import { addLostWrite, outboxIn, readOutboxRow } from '../store/outbox-rows.ts'
import { readProfile, writeCards } from '../store/profiles.ts'
import type { MemberSession } from '../store/session.ts'
import { nameDelivered } from '../writes/photos.ts'
import { carryDeletion, confirmDeletion } from '../writes/chats.ts'
import { messageIn, type Write } from '../writes/table.ts'

/** The stores of everything that the feed brings. */
export const FEED_STORES: StoreName[] = ['meta', 'messages', 'conversations', 'likes', 'profiles', 'outbox', 'blobs']

/** `withdrawn`: files of photos that this member may not see any more. */
export type SyncEffect = { topics: Topic[]; withdrawn: string[] }

/**
 * @param after the `seq` of the request
 * @returns what changed, or null if the answer is older than the stored state
 */
export const applySync = (
  session: MemberSession,
  answer: SyncAnswer,
  after: number,
  now: number,
): Promise<SyncEffect | null> =>
  session.write(FEED_STORES, async (tx) => {
    const me = await readMe(tx)
    // Another worker was faster: this answer is already applied, or would be a step back.
    if (me.seq !== after || answer.seq < me.seq) return null
    const newest = me.newest_message ?? (await newestMessage(tx))
    const withdrawn = await replaceCards(tx, answer.profiles, now)
    for (const conversation of answer.removed_chats) await removeConversation(tx, conversation)
    for (const chat of answer.chats) await writeChat(tx, chat)
    let settled = false
    for (const message of answer.messages) settled = (await receive(tx, message, session.member)) || settled
    for (const like of answer.likes) await writeLike(tx, like)
    const user = answer.user?.id === session.member ? answer.user : null
    if (user) settled = (await nameDelivered(outboxIn(tx), user.profile.photos)) || settled
    await changeMe(tx, {
      seq: answer.seq,
      synced_at: now,
      newest_message: Math.max(newest, ...answer.messages.map(({ id }) => id)),
      ...(user ? { user } : {}),
      // A push may be newer than this answer. The feed's next answer will contain its counts.
      ...(answer.seq >= me.push_seq ? { counts: answer.counts } : {}),
    })
    return { topics: topicsOf(answer, settled), withdrawn }
  })

const replaceCards = async (tx: Tx, cards: readonly ProfileCard[], now: number): Promise<string[]> => {
  const withdrawn: string[] = []
  for (const card of cards) {
    const before = await readProfile(tx, card.id)
    await writeCards(tx, [card], now)
    withdrawn.push(...withdrawnPhotos(before, await readProfile(tx, card.id)))
  }
  return withdrawn
}

/**
 * Applies a push, a part of the feed that arrives early. It never moves `seq`, since earlier changes may still be
 * missing.
 */
export const applyPush = (session: MemberSession, push: KnownPush, now: number): Promise<Topic[]> =>
  session.write(FEED_STORES, async (tx) => {
    const { notification } = push
    const { seq, counts, message, chat, profile, conversation: named } = notification.data
    const me = await readMe(tx)
    const isNews = seq > me.seq && seq > me.push_seq
    // A push may arrive hours late: a card of the feed, such as after a block, is newer [CHAT-9].
    if (profile && (isNews || !(await readProfile(tx, profile.id)))) await writeCards(tx, [profile], now)
    if (message) await receive(tx, message, session.member)
    if (isNews && chat) await writeChat(tx, chat)
    // The push had no room for the message, or none for the conversation, which the message then updates.
    if (named && seq > me.seq && !message) await expectMessage(tx, named, { seq, at: notification.timestamp ?? now })
    else if (isNews && message && !chat) await bumpConversation(tx, message, session.member, 1)
    if (isNews) await changeMe(tx, { counts, push_seq: seq })
    const conversation = named ?? message?.conversation ?? chat?.conversation
    return ['user', 'chats', 'likes', ...(conversation ? [`messages:${conversation}` as const] : [])]
  })

const topicsOf = (answer: SyncAnswer, settled: boolean): Topic[] => {
  const conversations = new Set([
    ...answer.removed_chats,
    ...answer.chats.map((chat) => chat.conversation),
    ...answer.messages.map((message) => message.conversation),
  ])
  return [
    'user',
    ...(conversations.size > 0 ? (['chats'] as const) : []),
    ...[...conversations].map((conversation) => `messages:${conversation}` as const),
    ...(answer.likes.length > 0 ? (['likes'] as const) : []),
    ...answer.profiles.map(({ id }) => `member:${id}` as const),
    ...(settled ? (['device'] as const) : []),
  ]
}

/** Stores a message. An own one confirms its queued write [CHAT-5]. @returns whether a queued write was confirmed */
const receive = async (tx: Tx, message: Message, member: number): Promise<boolean> => {
  await writeMessage(tx, message)
  return acknowledge(tx, message, member)
}

export const PAGE_STORES: StoreName[] = ['conversations', 'messages', 'profiles', 'outbox', 'blobs']

/** @param asked the `before` of the request; undefined for the newest page */
export const receivePage = async (
  tx: Tx,
  conversation: string,
  asked: number | undefined,
  page: CallAnswer<'messages.list'>,
  { member, now }: { member: number; now: number },
): Promise<void> => {
  await writeCards(tx, [page.profile], now)
  await refuseLost(tx, await writePage(tx, conversation, asked, page), member)
  for (const message of page.messages) await acknowledge(tx, message, member)
}

/**
 * Own texts and gifts that the server has lost become refused writes, so that their sender can send them again [PWA-3]. Of a photo the
 * picture is gone, and messages of others are theirs to send.
 */
export const refuseLost = async (tx: Tx, lost: readonly Message[], member: number): Promise<void> => {
  for (const message of lost) {
    const write = message.sender === member ? writeOfMessage(message, member) : null
    if (write && !(await readOutboxRow(tx, message.client_id)))
      await addLostWrite(tx, { id: message.client_id, written_at: message.sent_at, write }, 'message_lost')
  }
}

/** The write that would send a stored message again, or null if the device cannot. */
const writeOfMessage = (message: Message, member: number): Write | null => {
  const { conversation, client_id } = message
  const profile = partnerIn(conversation, member)
  if (profile === undefined) return null
  if (message.type === 'text')
    return { kind: 'messages.send', conversation, body: { client_id, profile, type: 'text', text: message.text } }
  if (message.type === 'gift')
    return { kind: 'messages.send', conversation, body: { client_id, profile, type: 'gift', gift: message.gift } }
  return null
}

const acknowledge = async (tx: Tx, message: Message, member: number): Promise<boolean> => {
  if (message.sender !== member) return false
  const outbox = outboxIn(tx)
  await confirmDeletion(outbox, message)
  await forgetAnswered(tx, message)
  const row = await readOutboxRow(tx, message.client_id)
  if (!row || !messageIn(row.write)) return false
  await carryDeletion(tx, outbox, { row, message, isUnsure: false })
  await outbox.remove(row)
  return true
}
