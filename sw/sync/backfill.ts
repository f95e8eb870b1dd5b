/**
 * Fetches the newest page of the newest conversations, so that they open offline even if nobody opened them here
 * [PWA-1].
 */
import type { Message } from '#contract/entities/chat.ts'
import { inParallel } from '../in-parallel.ts'
import type { Server } from '../server-api.ts'
import { byNewest } from '../store/conversations.ts'
import type { MemberSession } from '../store/session.ts'
import { PAGE_STORES, receivePage } from './receive.ts'

const CONVERSATIONS = 20
const AT_ONCE = 3

/**
 * Continues after an interruption.
 * @returns the conversations that were fetched, and their messages
 */
export const backfill = async (
  session: MemberSession,
  server: Server,
  now: () => number,
): Promise<{ conversations: string[]; messages: Message[] }> => {
  const rows = await session.read(['conversations'], (tx) => tx.objectStore('conversations').getAll())
  const missing = rows
    .flatMap(({ chat, history }) => (chat ? [{ chat, isStored: history !== null && !history.gap }] : []))
    .toSorted((one, other) => byNewest(one.chat, other.chat))
    .slice(0, CONVERSATIONS)
    .filter(({ isStored }) => !isStored)
    .map(({ chat }) => chat.conversation)
  const filled = { conversations: new Array<string>(), messages: new Array<Message>() }
  await inParallel(missing, AT_ONCE, async (conversation) => {
    const answer = await server.ask(session, 'messages.list', { params: { conversation } })
    if (!answer.ok || !answer.data) return
    const page = answer.data
    await session.write(PAGE_STORES, (tx) =>
      receivePage(tx, conversation, undefined, page, { member: session.member, now: now() }),
    )
    filled.conversations.push(conversation)
    filled.messages.push(...page.messages)
  })
  return filled
}
