/** The rows of the chat list: newest first, each with its most important line [CHAT-1], [PWA-2], [PWA-3]. */
import type { Chat } from '#contract/entities/chat.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { stateOfStored, type MessageState } from '#contract/rules/message-state.ts'
import { contentOf, type ShownContent } from '../content.ts'
import type { Send } from '../sending/send.ts'

export type RowLine =
  | { kind: 'failed' }
  | { kind: 'waiting' }
  /** A push message announced a message that this device has not fetched yet [PWA-14]. */
  | { kind: 'incoming' }
  | { kind: 'draft'; text: string }
  | { kind: 'mine'; content: ShownContent; state: MessageState }
  | { kind: 'theirs'; content: ShownContent }
  | { kind: 'none' }

export type ChatRow = {
  conversation: string
  profile: ProfileCard
  unread: number
  /** One of the two blocks, so neither sees the other [CHAT-9]. */
  blocked: boolean
  line: RowLine
  /** The id of the last message, or null. */
  upTo: number | null
  /** The time of the last event in ms, or null. */
  at: number | null
}

type Sources = {
  /** My profile id. */
  me: number
  chats: readonly Chat[]
  profiles: readonly ProfileCard[]
  /** The draft of a conversation, or an empty text. */
  draftOf: (conversation: string) => string
  sends: readonly Send[]
}

export const chatRows = ({ me, chats, profiles, draftOf, sends }: Sources): ChatRow[] => {
  const profileOf = new Map(profiles.map((profile) => [profile.id, profile]))
  return chats
    .flatMap((chat) => {
      const profile = profileOf.get(chat.profile)
      if (!profile) return []
      const pending = pendingOf(chat, me, sends)
      const at = Math.max(chat.last_message?.sent_at ?? 0, pending?.at ?? 0, chat.incoming_at ?? 0)
      return [
        {
          conversation: chat.conversation,
          profile,
          unread: chat.num_unread_messages,
          blocked: chat.closed === 'blocked' || chat.closed === 'blocking',
          line: lineOf(chat, me, pending, draftOf(chat.conversation)),
          upTo: chat.last_message?.id ?? null,
          at: at === 0 ? null : at,
        },
      ]
    })
    .toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0))
}

type Pending = { failed: boolean; at: number }

/** The newest waiting or refused message, on the device or on this page. */
const pendingOf = (chat: Chat, me: number, sends: readonly Send[]): Pending | null => {
  const waiting = chat.waiting ? [{ failed: chat.waiting.state === 'failed', at: chat.waiting.sent_at }] : []
  const sent = sends
    .filter(({ conversation, sender, message }) => conversation === chat.conversation && sender === me && !message)
    .map(({ state, sent_at }) => ({ failed: state === 'failed', at: sent_at }))
  return [...waiting, ...sent].toSorted((one, other) => one.at - other.at).at(-1) ?? null
}

/**
 * The order of importance: a refusal, a waiting message that no unread one follows, an unread message, a draft, the last message.
 */
const lineOf = (chat: Chat, me: number, pending: Pending | null, draft: string): RowLine => {
  const last = chat.last_message
  if (pending?.failed) return { kind: 'failed' }
  // Two clocks decide, so a waiting answer may look older than the message that it answers.
  if (pending && (chat.num_unread_messages === 0 || pending.at >= (last?.sent_at ?? 0))) return { kind: 'waiting' }
  if (chat.incoming_at) return { kind: 'incoming' }
  if (draft.trim() !== '' && chat.num_unread_messages === 0) return { kind: 'draft', text: draft.trim() }
  if (!last) return { kind: 'none' }
  return last.sender === me
    ? { kind: 'mine', content: contentOf(last), state: stateOfStored(last.id, chat) }
    : { kind: 'theirs', content: contentOf(last) }
}

/** The rows in the order of these conversations, and those of no place in it at the end, where they move no other. */
export const inOrderOf = (order: readonly string[], rows: readonly ChatRow[]): readonly ChatRow[] => {
  const places = new Map(order.map((conversation, place) => [conversation, place]))
  const placeOf = ({ conversation }: ChatRow): number => places.get(conversation) ?? order.length
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other))
}
