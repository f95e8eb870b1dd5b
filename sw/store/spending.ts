/**
 * The credits and new conversations that a member has left after everything queued is delivered [CHAT-15]. Pure:
 * account, outbox and prices are parameters.
 */
import type { User } from '#contract/entities/user.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { partnerIn } from '#contract/rules/conversation-id.ts'
import { messageCost, type MessagePrices } from '#contract/rules/message-cost.ts'
import { messageIn } from '../writes/table.ts'
import { readConversation } from './conversations.ts'
import type { ReadTx, Tx } from './member-db.ts'
import type { OutboxRow } from './outbox-rows.ts'
import { readProfile } from './profiles.ts'

type QueuedMessage = NonNullable<ReturnType<typeof messageIn>>

const queuedMessages = (outbox: readonly OutboxRow[]): QueuedMessage[] =>
  outbox.flatMap(({ state, write }) => (state === 'failed' ? [] : (messageIn(write) ?? [])))

/** The conversations that queued messages will begin. */
export const newConversations = async (
  tx: Tx | ReadTx,
  member: number,
  outbox: readonly OutboxRow[],
): Promise<ReadonlySet<string>> => {
  const begun = new Set<string>()
  for (const { conversation } of queuedMessages(outbox))
    if (!begun.has(conversation) && !(await hasBegun(tx, member, conversation))) begun.add(conversation)
  return begun
}

/**
 * Whether the server has this conversation, as far as the device knows. A conversation that the member deleted counts
 * too.
 */
const hasBegun = async (tx: Tx | ReadTx, member: number, conversation: string): Promise<boolean> => {
  if ((await readConversation(tx, conversation))?.chat) return true
  const partner = partnerIn(conversation, member)
  return partner !== undefined && (await readProfile(tx, partner))?.full?.talked === true
}

/** The account with the cost of queued messages taken off. Values that the device does not know stay unchanged. */
export const afterSpending = (
  user: User,
  outbox: readonly OutboxRow[],
  { prices, begins }: { prices: MessagePrices | null; begins: ReadonlySet<string> },
): User => {
  const cost = prices ? queuedMessages(outbox).reduce((sum, { type }) => sum + messageCost(type, prices), 0) : 0
  const { conversations_left: left } = user
  return {
    ...user,
    credits: Math.max(0, user.credits - cost),
    ...(cost > 0 ? { credits_waiting: Math.min(cost, user.credits) } : {}),
    ...(typeof left === 'number' ? { conversations_left: Math.max(0, left - begins.size) } : {}),
  }
}

/** The reason to refuse a message that is about to be queued (its price, or one conversation too many), or null. */
export const refusalOfWrite = async (
  tx: Tx,
  message: QueuedMessage,
  { user, outbox, prices }: { user: User; outbox: readonly OutboxRow[]; prices: MessagePrices | null },
): Promise<ErrorBody | null> => {
  const begins = await newConversations(tx, user.id, outbox)
  const isNew = !begins.has(message.conversation) && !(await hasBegun(tx, user.id, message.conversation))
  const { credits, conversations_left } = afterSpending(user, outbox, { prices, begins })
  if (isNew && conversations_left === 0) return { error: 'conversation_limit' }
  if (!prices) return null
  const cost = messageCost(message.type, prices)
  return credits < cost ? { error: 'not_enough_credits', cost, credits } : null
}
