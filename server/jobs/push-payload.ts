/** What a push says and carries: a notification, discreet unless the member chose otherwise [PWA-6], and what is new. */
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { PUSH_BYTES_MAX } from '#contract/limits.ts'
import type { PushData, PushPayload } from '#contract/push.ts'
import { withChange } from '#contract/rules/member-settings.ts'
import type { Message } from '#contract/entities/chat.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { countsOf } from '../areas/account/user-view.ts'
import { chatFrom } from '../areas/chat/chat-view.ts'
import { isErased, messageFrom } from '../areas/chat/message-view.ts'
import { shownSince } from '../areas/chat/shown.ts'
import { cardsOf } from '../areas/find/cards.ts'
import type { PaymentRow } from '../areas/money/payment-queries.ts'
import { serverText } from '../texts.ts'

type Needs = Pick<Deps, 'read' | 'now' | 'settings' | 'env'>

/** How much of a message a notification shows. */
const SHOWN_MAX = 140

/** @returns null where there is nothing to tell any more: read or deleted elsewhere, blocked, gone */
export const pushPayload = async (deps: Needs, messageId: number, recipient: number): Promise<PushPayload | null> => {
  const { read, now, settings } = deps
  const [row] = await read.chat.messagesById([messageId])
  const chatRow = row && (await read.chat.chatsById(recipient, [row.conversation]))[0]
  if (!row || !chatRow || Math.max(chatRow.myReadUpTo, chatRow.hiddenUpTo) >= messageId) return null
  const message = messageFrom(row)
  const since = shownSince({ now, settings })
  if (isErased(message) || message.sent_at < since) return null
  if (chatRow.blockedByMe || chatRow.blocksMe) return null
  const [profile] = await cardsOf(read, [row.sender], recipient, now(), settings().cdn_prefix)
  const person = await personOf(deps, recipient)
  if (!profile || !person) return null

  const { language, isDetailed } = person
  const notification = isDetailed
    ? { title: nameOf(profile, language), body: shownOf(message, language) }
    : {
        title: settings().name,
        // Who and what stay inside, but what is fictional says so [SAFE-7].
        body: serverText(language, profile.fictional ? 'push.message_fictional' : 'push.message'),
      }
  return payloadFor(deps, recipient, {
    notification: {
      ...notification,
      lang: language,
      tag: `chat:${message.conversation}`,
      navigate: `/chats/${message.conversation}`,
    },
    data: { message, chat: chatFrom(chatRow, since), profile },
  })
}

/** @returns null where the liker is not to be seen any more */
export const likePayload = async (
  deps: Needs,
  liker: number,
  member: number,
  isMutual: boolean,
): Promise<PushPayload | null> => {
  const { read, now, settings } = deps
  const [profile] = await cardsOf(read, [liker], member, now(), settings().cdn_prefix)
  const person = await personOf(deps, member)
  if (!profile?.exists || !person) return null
  const { language, isDetailed } = person
  const notification = isDetailed
    ? {
        title: nameOf(profile, language),
        body: serverText(language, isMutual ? 'push.match_from' : 'push.like_from'),
      }
    : {
        title: settings().name,
        body: serverText(language, profile.fictional ? 'push.like_fictional' : 'push.like'),
      }
  return payloadFor(deps, member, {
    notification: {
      ...notification,
      lang: language,
      tag: 'likes',
      navigate: isDetailed ? `/likes/m/${liker}` : '/likes',
    },
    data: { message: null, chat: null, profile },
  })
}

/** @returns null where the payment has come to nothing that is to be told, or was taken back meanwhile */
export const paymentPayload = async (deps: Needs, payment: PaymentRow): Promise<PushPayload | null> => {
  const { id, userId: member, status, credits, method } = payment
  const person = await personOf(deps, member)
  if (!person || (status !== 'completed' && status !== 'failed')) return null
  const { language } = person
  const isPaid = status === 'completed'
  return payloadFor(deps, member, {
    notification: {
      title: deps.settings().name,
      body: serverText(language, isPaid ? 'push.payment_paid' : 'push.payment_failed'),
      lang: language,
      tag: `payment:${id}`,
      navigate: isPaid ? `/transactions/${id}` : `/credits/${credits}/${method}?payment=${id}`,
    },
    data: { message: null, chat: null, profile: null },
  })
}

/** The payload as it is sent: what does not fit is left out, and the device asks for it instead. */
export const fitted = (payload: PushPayload): string => {
  const { data } = payload.notification
  const smaller: PushData[] = [
    data,
    { ...data, message: null, chat: null },
    { ...data, message: null, chat: null, profile: null },
  ]
  for (const part of smaller) {
    const text = JSON.stringify({ ...payload, notification: { ...payload.notification, data: part } })
    if (Buffer.byteLength(text) <= PUSH_BYTES_MAX) return text
  }
  throw new Error('A push without contents is still too large')
}

type Told = {
  /** `navigate` is a path here. */
  notification: Omit<PushPayload['notification'], 'data' | 'app_badge' | 'mutable'>
  data: Pick<PushData, 'message' | 'chat' | 'profile'>
}

const payloadFor = async (
  { read, env }: Needs,
  member: number,
  { notification, data }: Told,
): Promise<PushPayload | null> => {
  const standing = await read.feed.standing(member)
  if (!standing) return null
  const counts = await countsOf(read, member)
  const badge = counts.unread_messages + counts.new_likes
  return {
    web_push: 8030,
    notification: {
      ...notification,
      navigate: publicUrl(env) + notification.navigate,
      data: { member, seq: standing.seq, counts, ...data },
      app_badge: badge,
      mutable: true,
    },
    app_badge: badge,
    mutable: true,
  }
}

const personOf = async ({ read }: Needs, member: number) => {
  const person = await read.notices.person(member)
  if (!person) return null
  return {
    language: person.language,
    isDetailed: withChange(DEFAULT_MEMBER_SETTINGS, person.settings).push_details,
  }
}

/** A photo and a gift in words. */
const shownOf = (message: Message, language: string): string => {
  if (message.type === 'text') return shortened(message.text)
  return serverText(language, message.type === 'photo' ? 'push.photo' : 'push.gift')
}

/** [SAFE-7] */
const nameOf = ({ name, fictional }: ProfileCard, language: string): string =>
  fictional ? serverText(language, 'push.fictional_name', { name }) : name

/** By characters as people count them, so that no emoji is cut in two; some are long, and a push is small. */
const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  let shown = ''
  let count = 0
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    count += 1
    if (count === SHOWN_MAX || shown.length + segment.length > 4 * SHOWN_MAX) return `${shown.trimEnd()}…`
    shown += segment
  }
  return shown
}
