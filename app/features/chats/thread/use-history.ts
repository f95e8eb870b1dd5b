/**
 * The stored messages of a conversation: the newest page as it arrives, older pages on demand, and distant chunks
 * dropped.
 */
import { useCallback, useRef, useState } from 'react'
import type { CallAnswer } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { call } from '../../../ports/api.ts'
import { droppedChunks, withoutDistant, withRefetched, withNewest, withOlder, type History } from './history.ts'

type Answer = CallAnswer<'messages.list'>

export type Older =
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
  older: Older
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
    if (answer.ok && !answer.queued) {
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
      if (answer.ok && !answer.queued) setHistory((shown) => shown && withRefetched(shown, from, answer.data))
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

const olderOf = (before: number | null, asked: 'idle' | 'loading' | ErrorBody, load: () => void): Older => {
  if (before === null) return { state: 'none' }
  if (asked === 'idle') return { state: 'ready', load }
  return asked === 'loading' ? { state: 'loading', load } : { state: 'failed', error: asked, load }
}
