/**
 * The stored messages a conversation shows: the newest page, kept fresh, and older pages in front of it. However far one
 * reads back, only what is near is held: of the rest the places are kept, so that it can be had again.
 */
import type { Message } from '#contract/entities/chat.ts'
import { MESSAGES_PAGE } from '#contract/limits.ts'

export type History = {
  /** Oldest first; of chunks that were let go there are none. */
  messages: readonly Message[]
  /** Where the page before begins, or null at the beginning of the conversation. */
  before: number | null
  /** The beginning was reached page by page. Without a network a device may show what it has as if it were all there is. */
  walked: boolean
  /** Where each chunk begins, as message ids, oldest first. A chunk is at most one page, the newest at most two. */
  cuts: readonly number[]
}

/** One page as the call answers it. */
export type Page = { messages: readonly Message[]; before: number | null }

/** The newest page came (again). Where it does not surely join what is held, it stands alone: nothing is silently missing. */
export const withNewest = (held: History | null, { messages, before }: Page): History => {
  const oldest = messages[0]
  const alone: History = { messages, before, walked: false, cuts: oldest ? [oldest.id] : [] }
  const newestHeld = held?.messages.at(-1)
  if (!held || !newestHeld || !oldest || before === null || newestHeld.id < oldest.id) return alone
  // It was said to be all there is, and now there is more before it: there may be gaps.
  if (held.before === null && !held.walked) return alone
  const reachesFurther = (held.cuts[0] ?? 0) < oldest.id
  return withCuts({
    messages: merged(held.messages, messages),
    before: reachesFurther ? held.before : before,
    walked: reachesFurther && held.walked,
    cuts: reachesFurther ? held.cuts : [oldest.id, ...held.cuts.filter((cut) => cut > oldest.id)],
  })
}

/** The page before the oldest held came. A page for another place (asked for before a reset) is left out. */
export const withOlder = (held: History, askedBefore: number, page: Page): History =>
  held.before === askedBefore
    ? {
        messages: merged(page.messages, held.messages),
        before: page.before,
        walked: page.before === null,
        cuts: [...page.messages.slice(0, 1).map(({ id }) => id), ...held.cuts],
      }
    : held

/** The number of the chunk a message is in; -1 before all of them. */
export const chunkAt = ({ cuts }: Pick<History, 'cuts'>, id: number): number => {
  let from = 0
  let to = cuts.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((cuts[middle] ?? 0) <= id) from = middle + 1
    else to = middle
  }
  return from - 1
}

/** Lets go of all chunks but these and the newest, of which what is new is told. */
export const heldNear = (held: History, first: number, last: number): History => {
  const newest = held.cuts.length - 1
  const messages = held.messages.filter(({ id }) => {
    const chunk = chunkAt(held, id)
    return chunk === newest || (chunk >= first && chunk <= last)
  })
  return messages.length === held.messages.length ? held : { ...held, messages }
}

/** The chunks from one to another that were let go: where each begins, and what to give as `before` to have it again. */
export const goneOf = (held: History, first: number, last: number): { from: number; before: number }[] => {
  const there = new Set(held.messages.map(({ id }) => chunkAt(held, id)))
  return held.cuts.flatMap((from, chunk) => {
    const before = held.cuts[chunk + 1]
    return chunk >= first && chunk <= last && before !== undefined && !there.has(chunk) ? [{ from, before }] : []
  })
}

/** A chunk that was let go came again. What is not there any more (hidden by its age) leaves no empty place. */
export const withAgain = (held: History, from: number, page: Pick<Page, 'messages'>): History => {
  const chunk = held.cuts.indexOf(from)
  const next = held.cuts[chunk + 1]
  if (chunk === -1 || next === undefined) return held
  const messages = page.messages.filter(({ id }) => id >= from && id < next)
  if (messages.length === 0) return { ...held, cuts: held.cuts.filter((cut) => cut !== from) }
  return { ...held, messages: merged(held.messages, messages) }
}

/** Cuts a page from the newest chunk whenever that leaves it one. */
const withCuts = (held: History): History => {
  const from = held.cuts.at(-1) ?? 0
  const chunk = held.messages.filter(({ id }) => id >= from)
  const next = chunk[MESSAGES_PAGE]
  return chunk.length < 2 * MESSAGES_PAGE || !next ? held : withCuts({ ...held, cuts: [...held.cuts, next.id] })
}

const merged = (one: readonly Message[], other: readonly Message[]): Message[] =>
  [...new Map([...one, ...other].map((message) => [message.id, message])).values()].toSorted((a, b) => a.id - b.id)
