/**
 * The messages that a conversation shows: the newest page, which refreshes, and older pages before it. Only chunks near
 * the view are cached. Of the other chunks only the cut points stay, so that they can be fetched again.
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
export const withNewest = (history: History | null, { messages, before }: Page): History => {
  const oldest = messages[0]
  const alone: History = { messages, before, walked: false, cuts: oldest ? [oldest.id] : [] }
  const newestCached = history?.messages.at(-1)
  if (!history || !newestCached || !oldest || before === null || newestCached.id < oldest.id) return alone
  // The cached messages claimed to be complete, but now there are older ones: there may be gaps.
  if (history.before === null && !history.walked) return alone
  const reachesFurther = (history.cuts[0] ?? 0) < oldest.id
  return withCuts({
    messages: merged(history.messages, messages),
    before: reachesFurther ? history.before : before,
    walked: reachesFurther && history.walked,
    cuts: reachesFurther ? history.cuts : [oldest.id, ...history.cuts.filter((cut) => cut > oldest.id)],
  })
}

/** An older page arrived. A page for an outdated cursor (requested before a reset) is ignored. */
export const withOlder = (history: History, askedBefore: number, page: Page): History =>
  history.before === askedBefore
    ? {
        messages: merged(page.messages, history.messages),
        before: page.before,
        walked: page.before === null,
        cuts: [...page.messages.slice(0, 1).map(({ id }) => id), ...history.cuts],
      }
    : history

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

/** Drops all chunks but these and the newest, where new messages appear. */
export const withoutDistant = (history: History, first: number, last: number): History => {
  const newest = history.cuts.length - 1
  const messages = history.messages.filter(({ id }) => {
    const chunk = chunkAt(history, id)
    return chunk === newest || (chunk >= first && chunk <= last)
  })
  return messages.length === history.messages.length ? history : { ...history, messages }
}

/** The dropped chunks in a range: where each begins, and the `before` that refetches it. */
export const droppedChunks = (history: History, first: number, last: number): { from: number; before: number }[] => {
  const there = new Set(history.messages.map(({ id }) => chunkAt(history, id)))
  return history.cuts.flatMap((from, chunk) => {
    const before = history.cuts[chunk + 1]
    return chunk >= first && chunk <= last && before !== undefined && !there.has(chunk) ? [{ from, before }] : []
  })
}

/**
 * A dropped chunk was refetched. If none of its messages exist any more (hidden by their age), its cut point goes too.
 */
export const withRefetched = (history: History, from: number, page: Pick<Page, 'messages'>): History => {
  const chunk = history.cuts.indexOf(from)
  const next = history.cuts[chunk + 1]
  if (chunk === -1 || next === undefined) return history
  const messages = page.messages.filter(({ id }) => id >= from && id < next)
  if (messages.length === 0) return { ...history, cuts: history.cuts.filter((cut) => cut !== from) }
  return { ...history, messages: merged(history.messages, messages) }
}

/** Cuts a page from the newest chunk once it reaches two pages. */
const withCuts = (history: History): History => {
  const from = history.cuts.at(-1) ?? 0
  const chunk = history.messages.filter(({ id }) => id >= from)
  const next = chunk[MESSAGES_PAGE]
  return chunk.length < 2 * MESSAGES_PAGE || !next
    ? history
    : withCuts({ ...history, cuts: [...history.cuts, next.id] })
}

const merged = (one: readonly Message[], other: readonly Message[]): Message[] =>
  [...new Map([...one, ...other].map((message) => [message.id, message])).values()].toSorted((a, b) => a.id - b.id)
