/** One page of a conversation's messages, the oldest first. */
import type { CallAnswer } from '#contract/calls.ts'
import { MESSAGES_PAGE } from '#contract/limits.ts'
import { pairOf, partnerIn } from '#contract/rules/conversation-id.ts'
import type { Deps } from '../../deps.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import { cardsOf } from '../find/cards.ts'
import { isFictionAnswered } from '../fictional/responder-mode.ts'
import { seenBy } from '../find/visibility.ts'
import { chatFrom, messageFrom, isRemoved, shownSince } from './chat-view.ts'

/** @param before returns the messages before this one; without it the newest page */
export const listMessages = async (
  { read, now, settings, env }: Pick<Deps, 'read' | 'now' | 'settings' | 'env'>,
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
  if (!stored || !chat || isRemoved(chat)) {
    // There is no conversation to show, so the partner's visibility decides.
    const seen = seenBy({ kind: 'member', paid: false }, await read.find.relation(member, partner))
    if (isRefusal(seen)) return refuse('not_found')
    return { chat: null, profile, messages: [], before: null, older_hidden: false }
  }

  const since = shownSince({ now, settings })
  const oldest = await read.chat.oldestSentAt(member, stored.id, chat.hiddenUpTo)
  const newestFirst = await read.chat.messagesBefore(member, stored.id, before, chat.hiddenUpTo, MESSAGES_PAGE + 1)
  // Ids grow with time: if a message is too old, all before it are too [CHAT-10].
  const shown = newestFirst.filter(({ sentAt }) => sentAt >= since)
  const page = shown.slice(0, MESSAGES_PAGE).toReversed()
  return {
    chat: chatFrom(chat, since, isFictionAnswered({ settings, env })),
    profile,
    messages: page.map((row) => messageFrom(row, member)),
    before: shown.length > MESSAGES_PAGE ? (page[0]?.id ?? null) : null,
    older_hidden: oldest !== undefined && oldest < since,
  }
}
