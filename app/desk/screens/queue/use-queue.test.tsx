// @vitest-environment happy-dom
import { act, renderHook, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { QueueFilter } from '#contract/desk/entities/queue.ts'
import { answerCalls, atDesk, hear } from '../../testing/desk-page.tsx'
import { queueOf, row } from '../../testing/queue.ts'
import { useQueue } from './use-queue.ts'

atDesk('moderator')

const PAGES: Record<string, Parameters<typeof queueOf>> = {
  first: [[row(1)], { next: 'a' }],
  a: [[row(2)], { next: 'b' }],
  b: [[row(3)]],
}
const read = async () => {
  const requests = answerCalls({
    'GET queue': ({ path }) => ({
      json: queueOf(...(PAGES[new URLSearchParams(path.split('?')[1]).get('after') ?? 'first'] ?? [[]])),
    }),
  })
  const hook = renderHook(({ filter }) => useQueue(filter), { initialProps: { filter: 'all' as QueueFilter } })
  await waitFor(() => expect(hook.result.current.hasMore).toBe(true))
  const subjects = () => hook.result.current.rows.map(({ subject }) => subject)
  const loadMore = async (count: number): Promise<void> => {
    await act(async () => hook.result.current.loadMore())
    await waitFor(() => expect(subjects()).toHaveLength(count))
  }
  return { ...hook, requests, subjects, loadMore }
}

describe('[DESK-4] the pages of the queue', () => {
  test('are added one after the other, until the last', async () => {
    const { result, subjects, loadMore, requests } = await read()
    await loadMore(2)
    expect(result.current.hasMore).toBe(true)
    await loadMore(3)
    expect(subjects()).toEqual(['member:1', 'member:2', 'member:3'])
    expect(result.current.hasMore).toBe(false)
    await act(async () => result.current.loadMore())
    expect(requests).toHaveLength(3)
  })

  test('are dropped after the first when a hint brings a newer first page, which may overlap with them', async () => {
    const { result, subjects, loadMore } = await read()
    await loadMore(2)
    await hear('queue')
    await waitFor(() => expect(subjects()).toEqual(['member:1']))
    expect(result.current.hasMore).toBe(true)
  })

  test('belong to one filter', async () => {
    const { rerender, subjects, loadMore, requests } = await read()
    await loadMore(2)
    rerender({ filter: 'mine' })
    await waitFor(() => expect(requests.at(-1)?.path).toBe('queue?filter=mine'))
    await waitFor(() => expect(subjects()).toEqual(['member:1']))
  })
})
