/** What a push says and carries: a discreet notification, and the message for the device's own store [PWA-6]. */
import { PUSH_BYTES_MAX } from '#contract/limits.ts'
import type { PushPayload } from '#contract/push.ts'
import type { Message } from '#contract/entities/chat.ts'
import type { Queries } from '../db/queries.ts'
import type { Deps } from '../deps.ts'
import { countsOf } from '../areas/account/user-view.ts'
import { chatFrom } from '../areas/chat/chat-view.ts'
import { messageFrom } from '../areas/chat/message-view.ts'
import { cardsOf } from '../areas/find/cards.ts'
import { serverText } from '../texts.ts'

type Needs = Pick<Deps, 'read' | 'now' | 'settings'>

/** @returns null where there is nothing to tell any more: read elsewhere, blocked, gone */
export const pushPayload = async (deps: Needs, messageId: number, recipient: number): Promise<PushPayload | null> => {
  const { read, now, settings } = deps
  const [row] = await read.chat.messagesById([messageId])
  const chatRow = row && (await read.chat.chatsById(recipient, [row.conversation]))[0]
  if (!row || !chatRow || chatRow.myReadUpTo >= messageId) return null
  if (chatRow.blockedByMe || chatRow.blocksMe) return null
  const [profile] = await cardsOf(read, [row.sender], recipient, now(), settings().cdn_prefix)
  const language = await languageOf(read, recipient)
  const standing = await read.feed.standing(recipient)
  if (!profile || language === null || !standing) return null

  const message: Message = messageFrom(row)
  const counts = await countsOf(read, recipient)
  return {
    web_push: 8030,
    notification: {
      title: settings().name,
      // Who and what stay inside, but what is fictional says so [SAFE-7].
      body: serverText(language, profile.fictional ? 'push.message_fictional' : 'push.message'),
      lang: language,
      tag: `chat:${message.conversation}`,
      navigate: `/chats/${message.conversation}`,
    },
    app_badge: String(counts.unread_messages + counts.new_likes),
    visavis: { member: recipient, seq: standing.seq, counts, message, chat: chatFrom(chatRow), profile },
  }
}

/** The payload as it is sent: what does not fit is left out, and the device asks for it instead. */
export const fitted = (payload: PushPayload): string => {
  const { visavis } = payload
  const smaller: PushPayload['visavis'][] = [
    visavis,
    { ...visavis, message: null, chat: null },
    { ...visavis, message: null, chat: null, profile: null },
  ]
  for (const part of smaller) {
    const text = JSON.stringify({ ...payload, visavis: part })
    if (Buffer.byteLength(text) <= PUSH_BYTES_MAX) return text
  }
  throw new Error('A push without contents is still too large')
}

const languageOf = async (read: Queries, member: number): Promise<string | null> =>
  (await read.account.own(member))?.user.language ?? null
