/** One page of a conversation's messages, the oldest first. */
import type { CallAnswer } from '#contract/calls.ts'
import { MESSAGES_PAGE } from '#contract/limits.ts'
import { pairOf, partnerIn } from '#contract/rules/conversation-id.ts'
import type { Deps } from '../../deps.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import { cardsOf } from '../find/cards.ts'
import { seenBy } from '../find/visibility.ts'
import { chatFrom } from './chat-view.ts'
import { messageFrom } from './message-view.ts'

/** @param before the messages before this one; the newest page without */
export const listMessages = async (
  { read, now, settings }: Pick<Deps, 'read' | 'now' | 'settings'>,
  member: number,
  conversation: string,
  before = Number.MAX_SAFE_INTEGER,
): Promise<CallAnswer<'messages.list'> | Refusal> => {
  const partner = partnerIn(conversation, member)
  if (partner === undefined) return refuse('not_found')
  const [profile] = await cardsOf(read, [partner], member, now(), settings().cdn_prefix)
  if (!profile) return refuse('not_found')

  const stored = await read.chat.conversationOf(pairOf(conversation))
  const [chat] = stored ? await read.chat.chatsById(member, [stored.id]) : []
  if (!stored || !chat) {
    // Nobody has written yet, so whether this member may be seen at all decides.
    const seen = seenBy({ kind: 'member', paid: false }, await read.find.relation(member, partner))
    if (isRefusal(seen)) return refuse('not_found')
    return { chat: null, profile, messages: [], before: null }
  }

  const newestFirst = await read.chat.messagesBefore(stored.id, before, MESSAGES_PAGE + 1)
  const page = newestFirst.slice(0, MESSAGES_PAGE).toReversed()
  return {
    chat: chatFrom(chat),
    profile,
    messages: page.map(messageFrom),
    before: newestFirst.length > MESSAGES_PAGE ? (page[0]?.id ?? null) : null,
  }
}
