/** The pages of the queue that are on screen: the first is read again after hints, more are added on request. */
import { useState } from 'react'
import type { Queue, QueueFilter, QueueRow } from '#contract/desk/entities/queue.ts'
import { call, type Failure } from '../../calls.ts'
import { useCall } from '../../use-call.ts'

const TOPICS = ['queue', 'claim']

export type QueueRead = {
  data: Queue | null
  rows: readonly QueueRow[]
  failure: Failure | null
  hasMore: boolean
  loadMore: () => void
  reload: () => void
}

type More = { filter: QueueFilter; first: Queue; rows: readonly QueueRow[]; next: string | null }

export const useQueue = (filter: QueueFilter): QueueRead => {
  const { data, failure, reload } = useCall('queue.list', { query: { filter } }, TOPICS)
  const [more, setMore] = useState<More | null>(null)
  // A newer first page may overlap with later pages, so drop those; the button loads them again.
  const added = more !== null && more.filter === filter && more.first === data ? more : null
  const next = added ? added.next : (data?.next ?? null)
  const loadMore = async (): Promise<void> => {
    if (data === null || next === null) return
    const answer = await call('queue.list', { query: { filter, after: next } })
    if (answer.ok)
      setMore({ filter, first: data, rows: [...(added?.rows ?? []), ...answer.data.rows], next: answer.data.next })
  }
  return {
    data,
    failure,
    reload,
    rows: [...(data?.rows ?? []), ...(added?.rows ?? [])],
    hasMore: next !== null,
    loadMore: () => void loadMore(),
  }
}
