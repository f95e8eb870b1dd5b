/**
 * The stored messages of a conversation: the newest page as it arrives, older pages on demand, and distant chunks
 * dropped.
 */
import { useCallback, useRef, useState } from 'react'
import type { CallAnswer } from '#contract/calls.ts'
import type { Message } from '#contract/entities/chat.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { MESSAGES_PAGE } from '#contract/limits.ts'
import { call } from '../../../ports/api.ts'

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

type Answer = CallAnswer<'messages.list'>

export type OlderMessages =
  | { state: 'none' }
  | { state: 'ready' | 'loading'; load: () => void }
  | { state: 'failed'; error: ErrorBody; load: () => void }

/**
 * `AHEAD`: the number of chunks prefetched beyond the shown ones. `CACHED`: chunks further away than this are dropped.
 */
const AHEAD = 2
const CACHED = 6

export type LoadedHistory = {
  history: History | null
  older: OlderMessages
  /** Called with the range of chunks on the page: fetches the chunks near them, and drops the rest. */
  reach: (first: number, last: number) => void
}

export const useHistory = (conversation: string, data: Answer | null): LoadedHistory => {
  const [history, setHistory] = useState<History | null>(null)
  const [seen, setSeen] = useState<Answer | null>(null)
  const [asked, setAsked] = useState<'idle' | 'loading' | ErrorBody>('idle')
  const refetching = useRef(new Set<number>())
  if (data !== seen) {
    setSeen(data)
    // The earlier messages (another member's, deleted at logout) go with their answer.
    setHistory(data === null ? null : withNewest(history, data))
  }

  const before = history?.before ?? null
  const load = async (): Promise<void> => {
    if (before === null || asked === 'loading') return
    setAsked('loading')
    const answer = await call('messages.list', { params: { conversation }, query: { before: String(before) } })
    if (answer.ok) {
      setHistory((shown) => shown && withOlder(shown, before, answer.data))
      setAsked('idle')
    } else setAsked(answer.ok ? 'idle' : answer.error)
  }

  const refetch = useCallback(
    async (from: number, askBefore: number): Promise<void> => {
      if (refetching.current.has(from)) return
      refetching.current.add(from)
      const answer = await call('messages.list', { params: { conversation }, query: { before: String(askBefore) } })
      refetching.current.delete(from)
      // After a failure the space of the chunk stays, and the next scroll event retries.
      if (answer.ok) setHistory((shown) => shown && withRefetched(shown, from, answer.data))
    },
    [conversation],
  )
  const reach = useCallback(
    (first: number, last: number): void => {
      if (!history) return
      const near = withoutDistant(history, first - CACHED, last + CACHED)
      if (near !== history) setHistory((shown) => shown && withoutDistant(shown, first - CACHED, last + CACHED))
      for (const dropped of droppedChunks(history, first - AHEAD, last + AHEAD))
        void refetch(dropped.from, dropped.before)
    },
    [history, refetch],
  )
  return { history, older: olderOf(before, asked, () => void load()), reach }
}

const olderOf = (before: number | null, asked: 'idle' | 'loading' | ErrorBody, load: () => void): OlderMessages => {
  if (before === null) return { state: 'none' }
  if (asked === 'idle') return { state: 'ready', load }
  return asked === 'loading' ? { state: 'loading', load } : { state: 'failed', error: asked, load }
}
