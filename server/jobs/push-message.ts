/** Sends a push about a message to the recipient's devices, if the recipient wants such pushes [PWA-5]. */
import type { Message } from '#contract/entities/chat.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import type { PushAction } from '#contract/push.ts'
import type { PushSender } from '../adapters/push.ts'
import { wantsPush } from '../areas/notices/person.ts'
import type { PersonRow } from '../areas/notices/queries.ts'
import { mayStillSend } from '../areas/safety/decisions.ts'
import type { Deps } from '../deps.ts'
import { chatFrom, isErased, messageFrom, shownSince } from '../areas/chat/chat-view.ts'
import { isFictionAnswered } from '../areas/fictional/responder-mode.ts'
import { cardsOf } from '../areas/find/cards.ts'
import { serverCount, serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import { pushJob } from './push-deliver.ts'
import { isDetailedFor, type PushContents, nameOf, shownOf } from './push-payload.ts'

/**
 * A member with an open stream gets the message through it. After a phone lost its network, its stream looks open here
 * for a quarter of an hour. So after this pause the job checks whether the message was delivered, not whether a stream
 * is open.
 */
const RECHECK_MS = 20_000

type Job = JobPayload<'push.message'>

export const pushMessage =
  (deps: Deps, push: PushSender) =>
  async (job: Job, id: number): Promise<void> => {
    const { message, recipient, looked } = job
    if (looked) {
      if (await hasArrived(deps, message)) return
    } else if (await deps.bus.isOpen(recipient)) return recheckLater(deps, job)
    await send(deps, push)(job, id)
  }

const recheckLater = async ({ write, now }: Deps, job: Job): Promise<void> => {
  const runAt = now() + RECHECK_MS
  await write(async (tx) => {
    await tx.jobs.add({ kind: 'push.message', payload: { ...job, looked: true }, runAt }, now())
  })
}

/** A device of the member has the message: it has asked for changes after the one with the message [CHAT-6]. */
const hasArrived = async ({ read }: Deps, message: number): Promise<boolean> => {
  const [row] = await read.chat.messagesById([message])
  const [chat] = row ? await read.chat.chatsById(row.sender, [row.conversation]) : []
  return chat !== undefined && chat.partnerDeliveredUpTo >= message
}

const send = pushJob('message', async (deps, person, { message }) =>
  (await maySend(deps, message, person)) ? contentsOf(deps, message, person) : null,
)

/** The first message of a conversation counts as a new conversation, each later one as a new message. */
const maySend = async (deps: Pick<Deps, 'read' | 'safeNow'>, message: number, person: PersonRow): Promise<boolean> => {
  const [row] = await deps.read.chat.messagesById([message])
  if (!row) return false
  const isFirst = (await deps.read.chat.messagesBefore(person.id, row.conversation, message, 0, 1)).length === 0
  if (!(await mayStillSend(deps, row.sender, isFirst ? 'begin' : 'contact'))) return false
  return wantsPush(person, isFirst ? 'new_conversations' : 'new_messages')
}

type Needs = Pick<Deps, 'read' | 'now' | 'settings' | 'env'>

/**
 * The text and data of a message's notification: one notification per conversation, however many messages are new [PWA-6].
 * @returns null if there is nothing to report any more: read or deleted elsewhere, blocked, gone
 */
export const contentsOf = async (
  { read, now, settings, env }: Needs,
  messageId: number,
  person: PersonRow,
): Promise<PushContents | null> => {
  const [row] = await read.chat.messagesById([messageId])
  const chatRow = row && (await read.chat.chatsById(person.id, [row.conversation]))[0]
  if (!row || !chatRow || Math.max(chatRow.myReadUpTo, chatRow.hiddenUpTo) >= messageId) return null
  const message = messageFrom(row, person.id)
  const since = shownSince({ now, settings })
  if (isErased(message) || message.sent_at < since) return null
  if (chatRow.blockedByMe || chatRow.blocksMe) return null
  const [profile] = await cardsOf(read, [row.sender], person.id, now(), settings().cdn_prefix)
  if (!profile) return null

  const chat = chatFrom(chatRow, since, isFictionAnswered({ settings, env }))
  const { conversation, last_message: last } = chat
  // Several pushes may be sent at once, in any order, so each shows the newest message.
  const newest = last && last.sender === row.sender && !isErased(last) ? last : message
  const path = `/chats/${conversation}`
  // No reply action in discreet mode, since the sender is not shown, nor if the server would refuse the reply [CHAT-2].
  const mayReply =
    isDetailedFor(person) &&
    chat.closed === null &&
    ((await read.money.balance(person.id)) ?? 0) >= settings().message_credits
  return {
    ...wordsOf({ newest, count: chat.num_unread_messages, profile, person, site: settings().name }),
    subject: conversation,
    ...(isDetailedFor(person) ? { names: profile.id } : {}),
    path,
    at: newest.sent_at,
    since: message.sent_at,
    actions: actionsOf(person.language, path, mayReply),
    data: { message, chat, profile },
  }
}

type Words = { newest: Message; count: number; profile: ProfileCard; person: PersonRow; site: string }

const wordsOf = ({ newest, count, profile, person, site }: Words): Pick<PushContents, 'title' | 'body'> => {
  const { language } = person
  if (isDetailedFor(person)) {
    const name = nameOf(profile, language)
    return {
      title: count > 1 ? serverCount(language, 'push.messages_from', count, { name }) : name,
      body: shownOf(newest, language),
    }
  }
  // A discreet notification hides sender and content, but still marks a fictional profile [SAFE-7].
  const made = profile.fictional
  const body =
    count > 1
      ? serverCount(language, made ? 'push.messages_fictional' : 'push.messages', count)
      : serverText(language, made ? 'push.message_fictional' : 'push.message')
  return { title: site, body }
}

const actionsOf = (language: string, navigate: string, mayReply: boolean): PushAction[] => [
  ...(mayReply ? [{ action: 'reply' as const, title: serverText(language, 'push.action_reply'), navigate }] : []),
  { action: 'read', title: serverText(language, 'push.action_read'), navigate },
]
