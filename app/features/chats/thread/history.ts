/** The stored messages a conversation has shown so far: the newest page, kept fresh, and older pages in front of it. */
import type { Message } from '#contract/entities/chat.ts'

export type History = {
  /** Oldest first, without gaps. */
  messages: readonly Message[]
  /** Where the page before begins, or null at the beginning of the conversation. */
  before: number | null
}

/** One page as the call answers it. */
export type Page = { messages: readonly Message[]; before: number | null }

/** The newest page came (again). Where it no longer touches what is held, messages between are unknown: it stands alone. */
export const withNewest = (held: History | null, page: Page): History => {
  const oldest = page.messages[0]
  const newestHeld = held?.messages.at(-1)
  if (!held || !newestHeld || !oldest || page.before === null || newestHeld.id < oldest.id) return page
  return {
    messages: merged(held.messages, page.messages),
    // What is held may reach further back than this page.
    before: (held.messages[0]?.id ?? 0) < oldest.id ? held.before : page.before,
  }
}

/** The page before the oldest held came. A page for another place (asked for before a reset) is left out. */
export const withOlder = (held: History, askedBefore: number, page: Page): History =>
  held.before === askedBefore ? { messages: merged(page.messages, held.messages), before: page.before } : held

const merged = (one: readonly Message[], other: readonly Message[]): Message[] =>
  [...new Map([...one, ...other].map((message) => [message.id, message])).values()].toSorted((a, b) => a.id - b.id)
