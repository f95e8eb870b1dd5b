/** Decides which messages of a conversation are unread, and when they are marked read [CHAT-1]. */
import type { Chat, Message } from '#contract/entities/chat.ts'

/** The message under the unread divider: the partner's first after my read mark at the time of opening. */
export const firstUnread = (messages: readonly Message[], me: number, readUpTo: number): Message | undefined =>
  messages.find((message) => message.sender !== me && message.id > readUpTo)

type Reading = {
  me: number
  /** Null if nobody has begun the conversation. */
  chat: Pick<Chat, 'num_unread_messages' | 'my_read_up_to'> | null
  messages: readonly Message[]
  /** Whether the page is visible: a hidden page reads nothing. */
  visible: boolean
  /** The read mark that this page has already sent. */
  sentUpTo: number
}

/** The read mark to send now, as a message id, or null. */
export const readUpTo = ({ me, chat, messages, visible, sentUpTo }: Reading): number | null => {
  if (!visible || !chat || chat.num_unread_messages === 0) return null
  const newest = messages.findLast((message) => message.sender !== me)
  if (!newest || newest.id <= chat.my_read_up_to || newest.id <= sentUpTo) return null
  return newest.id
}

/**
 * Remembers the read mark that this page has sent.
 * @param send sends the mark to the server or the device; resolves to whether it was accepted
 */
export const createReadMarkSender = (send: (upTo: number) => Promise<boolean>) => {
  let sentUpTo = 0
  return {
    sentUpTo: (): number => sentUpTo,
    send: async (upTo: number): Promise<void> => {
      const before = sentUpTo
      sentUpTo = upTo
      // The mark was not accepted: the next answer sends it again.
      if (!(await send(upTo))) sentUpTo = Math.min(sentUpTo, before)
    },
  }
}
