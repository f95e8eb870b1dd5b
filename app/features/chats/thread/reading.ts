/** What of a conversation is unread, and when it counts as read [CHAT-1]. */
import type { Chat, Message } from '#contract/entities/chat.ts'

/** The key-giving message over which 'unread' stands: the partner's first after what I had read when I opened it. */
export const firstUnread = (messages: readonly Message[], me: number, readUpTo: number): Message | undefined =>
  messages.find((message) => message.sender !== me && message.id > readUpTo)

type Reading = {
  me: number
  /** Null when nobody has begun the conversation. */
  chat: Pick<Chat, 'num_unread_messages' | 'my_read_up_to'> | null
  messages: readonly Message[]
  /** Whether the page is on screen: what nobody looks at is not read. */
  visible: boolean
  /** How far this page has already said that it is read. */
  told: number
}

/** How far to mark as read now, as a message id, or null when there is nothing to say. */
export const readUpTo = ({ me, chat, messages, visible, told }: Reading): number | null => {
  if (!visible || !chat || chat.num_unread_messages === 0) return null
  const newest = messages.findLast((message) => message.sender !== me)
  if (!newest || newest.id <= chat.my_read_up_to || newest.id <= told) return null
  return newest.id
}

/**
 * Remembers how far this page has said that it is read.
 * @param tell tells the server or the device; gives back whether it was taken
 */
export const createReadTeller = (tell: (upTo: number) => Promise<boolean>) => {
  let told = 0
  return {
    told: (): number => told,
    tell: async (upTo: number): Promise<void> => {
      const before = told
      told = upTo
      // Not told after all: it is said again with the next answer.
      if (!(await tell(upTo))) told = Math.min(told, before)
    },
  }
}
