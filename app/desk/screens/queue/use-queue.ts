/** The pages of the queue that are on screen, and the place in it to which a case leads back [DESK-4]. */
import { useEffect, useRef, useState } from 'react'
import type { Queue, QueueFilter, QueueRow } from '#contract/desk/queue.ts'
import { call, failureText, type Failure } from '../../calls.ts'
import { showToast } from '../../toasts.ts'
import { useCall } from '../../use-call.ts'

type Place = {
  filter: QueueFilter
  /** The subject of the row that was chosen, or null. */
  chosen: string | null
  /** The number of pages after the first. */
  pages: number
}

let place: Place = { filter: 'all', chosen: null, pages: 0 }

export const rememberPlace = (next: Place): void => {
  place = next
}

/** The place in a filter when this person last left the queue; its beginning if they left it in another filter. */
export const placeIn = (filter: QueueFilter): Place =>
  place.filter === filter ? place : { filter, chosen: null, pages: 0 }

export const queuePath = (filter: QueueFilter = place.filter): string =>
  filter === 'all' ? '/queue' : `/queue?show=${filter}`

const TOPICS = ['queue', 'claim']

export type QueueRead = {
  data: Queue | null
  rows: readonly QueueRow[]
  failure: Failure | null
  hasMore: boolean
  /** The number of pages after the first that are on screen or being read. */
  pages: number
  loadMore: () => void
  reload: () => void
}

/** The pages after the first, and the answer of the first page that they follow. */
type LaterPages = { filter: QueueFilter; first: Queue | null; pages: readonly Queue[] }

/** @param pages after the first that are read at once */
export const useQueue = (filter: QueueFilter, pages = 0): QueueRead => {
  const { data, failure, reload } = useCall('queue.list', { query: { filter } }, TOPICS)
  const [wanted, setWanted] = useState({ filter, pages })
  const [later, setLater] = useState<LaterPages>({ filter, first: null, pages: [] })
  const wantedPages = wanted.filter === filter ? wanted.pages : 0
  const added = later.filter === filter ? later.pages : []
  const next = (added.at(-1) ?? data)?.next ?? null
  const reading = useRef<{ filter: QueueFilter; stop: AbortController }>(null)
  useEffect(() => () => reading.current?.stop.abort(), [])
  useEffect(() => {
    // A newer first page may overlap with the pages after it, so those are read anew. Until then they stay: nobody loses their place.
    const isBehind = added.length > 0 && later.first !== data
    const begun = isBehind ? [] : added
    if (reading.current !== null && reading.current.filter !== filter) {
      reading.current.stop.abort()
      reading.current = null
    }
    if (data === null || reading.current !== null || begun.length >= wantedPages) return
    if (!isBehind && next === null) return
    const stop = new AbortController()
    reading.current = { filter, stop }
    void pagesAfter(data, { filter, begun, most: wantedPages, isBackground: isBehind }, stop.signal).then((read) => {
      if (stop.signal.aborted) return undefined
      reading.current = null
      if (read.failure === null) return setLater({ filter, first: data, pages: read.pages })
      const kept = isBehind ? [...read.pages, ...added.slice(read.pages.length)] : read.pages
      setWanted({ filter, pages: kept.length })
      setLater({ filter, first: data, pages: kept })
      if (!isBehind) showToast(failureText(read.failure))
      return undefined
    })
  })
  return {
    data,
    failure,
    reload,
    rows: data === null ? [] : eachOnce([data, ...added]),
    hasMore: next !== null,
    pages: wantedPages,
    loadMore: () => {
      if (data !== null && next !== null) setWanted({ filter, pages: added.length + 1 })
    },
  }
}

type PageRequest = { filter: QueueFilter; begun: readonly Queue[]; most: number; isBackground: boolean }

const pagesAfter = async (
  first: Queue,
  { filter, begun, most, isBackground }: PageRequest,
  signal: AbortSignal,
): Promise<{ pages: readonly Queue[]; failure: Failure | null }> => {
  const pages = [...begun]
  for (;;) {
    const { next } = pages.at(-1) ?? first
    if (next === null || pages.length >= most || signal.aborted) return { pages, failure: null }
    const answer = await call('queue.list', { query: { filter, after: next } }, { signal, isBackground })
    if (!answer.ok) return { pages, failure: answer.failure }
    pages.push(answer.data)
  }
}

/** A row that moved while the pages were read is shown once, at its first place. */
const eachOnce = (pages: readonly Queue[]): QueueRow[] =>
  [
    ...new Map(
      pages
        .flatMap(({ rows }) => rows)
        .toReversed()
        .map((row) => [row.subject, row]),
    ).values(),
  ].toReversed()
