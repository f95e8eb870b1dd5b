/** The stored messages a conversation has shown so far: the newest page, kept fresh, and older pages in front of it. */
import type { Message } from '#contract/entities/chat.ts'

export type History = {
  /** Oldest first. */
  messages: readonly Message[]
  /** Where the page before begins, or null at the beginning of the conversation. */
  before: number | null
  /** The beginning was reached page by page. Without a network a device may show what it has as if it were all there is. */
  walked: boolean
}

/** One page as the call answers it. */
export type Page = { messages: readonly Message[]; before: number | null }

/** The newest page came (again). Where it does not surely join what is held, it stands alone: nothing is silently missing. */
export const withNewest = (held: History | null, { messages, before }: Page): History => {
  const alone: History = { messages, before, walked: false }
  const oldest = messages[0]
  const newestHeld = held?.messages.at(-1)
  if (!held || !newestHeld || !oldest || before === null || newestHeld.id < oldest.id) return alone
  // It was said to be all there is, and now there is more before it: there may be gaps.
  if (held.before === null && !held.walked) return alone
  const reachesFurther = (held.messages[0]?.id ?? 0) < oldest.id
  return {
    messages: merged(held.messages, messages),
    before: reachesFurther ? held.before : before,
    walked: reachesFurther && held.walked,
  }
}

/** The page before the oldest held came. A page for another place (asked for before a reset) is left out. */
export const withOlder = (held: History, askedBefore: number, page: Page): History =>
  held.before === askedBefore
    ? { messages: merged(page.messages, held.messages), before: page.before, walked: page.before === null }
    : held

const merged = (one: readonly Message[], other: readonly Message[]): Message[] =>
  [...new Map([...one, ...other].map((message) => [message.id, message])).values()].toSorted((a, b) => a.id - b.id)
