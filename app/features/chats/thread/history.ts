/**
 * The stored messages a conversation shows: the newest page, kept fresh, and older pages in front of it. Only chunks
 * near the view are cached. Of the others the cut points stay, so that they can be refetched.
 */
import type { Message } from '#contract/entities/chat.ts'
import { MESSAGES_PAGE } from '#contract/limits.ts'

export type History = {
  /** Oldest first, without the messages of dropped chunks. */
  messages: readonly Message[]
  /** The cursor for the page before, or null at the beginning of the conversation. */
  before: number | null
  /**
   * Older pages were loaded back to the beginning. A page without `before` is no proof: offline, a device answers with
   * all it has.
   */
  walked: boolean
  /** The first message id of each chunk, oldest first. A chunk is at most one page, the newest at most two. */
  cuts: readonly number[]
}

/** One page as the call answers it. */
export type Page = { messages: readonly Message[]; before: number | null }

/**
 * A newest page arrived. Unless it surely overlaps the cached messages, it replaces them: there is never a silent gap.
 */
export const withNewest = (held: History | null, { messages, before }: Page): History => {
  const oldest = messages[0]
  const alone: History = { messages, before, walked: false, cuts: oldest ? [oldest.id] : [] }
  const newestHeld = held?.messages.at(-1)
  if (!held || !newestHeld || !oldest || before === null || newestHeld.id < oldest.id) return alone
  // The cached messages claimed to be complete, but now there are older ones: there may be gaps.
  if (held.before === null && !held.walked) return alone
  const reachesFurther = (held.cuts[0] ?? 0) < oldest.id
  return withCuts({
    messages: merged(held.messages, messages),
    before: reachesFurther ? held.before : before,
    walked: reachesFurther && held.walked,
    cuts: reachesFurther ? held.cuts : [oldest.id, ...held.cuts.filter((cut) => cut > oldest.id)],
  })
}

/** An older page arrived. A page for an outdated cursor (requested before a reset) is ignored. */
export const withOlder = (held: History, askedBefore: number, page: Page): History =>
  held.before === askedBefore
    ? {
        messages: merged(page.messages, held.messages),
        before: page.before,
        walked: page.before === null,
        cuts: [...page.messages.slice(0, 1).map(({ id }) => id), ...held.cuts],
      }
    : held

/** The index of the chunk that contains a message; -1 before all chunks. */
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

/** Drops all chunks but these and the newest, which shows what is new. */
export const heldNear = (held: History, first: number, last: number): History => {
  const newest = held.cuts.length - 1
  const messages = held.messages.filter(({ id }) => {
    const chunk = chunkAt(held, id)
    return chunk === newest || (chunk >= first && chunk <= last)
  })
  return messages.length === held.messages.length ? held : { ...held, messages }
}

/** The dropped chunks in a range: where each begins, and the `before` that refetches it. */
export const goneOf = (held: History, first: number, last: number): { from: number; before: number }[] => {
  const there = new Set(held.messages.map(({ id }) => chunkAt(held, id)))
  return held.cuts.flatMap((from, chunk) => {
    const before = held.cuts[chunk + 1]
    return chunk >= first && chunk <= last && before !== undefined && !there.has(chunk) ? [{ from, before }] : []
  })
}

/**
 * A dropped chunk was refetched. If none of its messages exist any more (hidden by their age), its cut point goes too.
 */
export const withAgain = (held: History, from: number, page: Pick<Page, 'messages'>): History => {
  const chunk = held.cuts.indexOf(from)
  const next = held.cuts[chunk + 1]
  if (chunk === -1 || next === undefined) return held
  const messages = page.messages.filter(({ id }) => id >= from && id < next)
  if (messages.length === 0) return { ...held, cuts: held.cuts.filter((cut) => cut !== from) }
  return { ...held, messages: merged(held.messages, messages) }
}

/** Cuts a page from the newest chunk once it reaches two pages. */
const withCuts = (held: History): History => {
  const from = held.cuts.at(-1) ?? 0
  const chunk = held.messages.filter(({ id }) => id >= from)
  const next = chunk[MESSAGES_PAGE]
  return chunk.length < 2 * MESSAGES_PAGE || !next ? held : withCuts({ ...held, cuts: [...held.cuts, next.id] })
}

const merged = (one: readonly Message[], other: readonly Message[]): Message[] =>
  [...new Map([...one, ...other].map((message) => [message.id, message])).values()].toSorted((a, b) => a.id - b.id)
