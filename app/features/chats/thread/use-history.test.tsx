// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import type { Message } from '#contract/entities/chat.ts'
import { aCard } from '../../../testing/factories.ts'
import { useHistory } from './use-history.ts'

type Answer = CallAnswer<'messages.list'>

const CONVERSATION = '1-7'
const message = (id: number): Message => ({
  id,
  client_id: '01932b1c-8a4f-7c3d-9e2b-5f6a7b8c9d0e',
  conversation: CONVERSATION,
  sender: 7,
  sent_at: id,
  type: 'text',
  text: `${id}`,
})
const page = (from: number, to: number, before: number | null): Answer => ({
  chat: null,
  profile: aCard(),
  messages: Array.from({ length: to - from + 1 }, (_, at) => message(from + at)),
  before,
  older_hidden: false,
})

const asked: string[] = []
let pages: Record<string, Answer> = {}
beforeEach(() => {
  asked.length = 0
  pages = {}
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.replace(/^.*\?/, ''))
    const answer = pages[url.replace(/^.*before=/, '')]
    return answer ? Response.json(answer) : Response.json({ error: 'server_error' }, { status: 500 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (first: Answer | null) =>
  renderHook(({ data }: { data: Answer | null }) => useHistory(CONVERSATION, data), { initialProps: { data: first } })
type Shown = ReturnType<typeof show>['result']
const idsOf = (result: Shown) => result.current.history?.messages.map(({ id }) => id)
const loadOlder = (result: Shown) =>
  act(async () => {
    const { older } = result.current
    if (older.state === 'ready' || older.state === 'failed') older.load()
  })

describe('[CHAT-10] the history of a conversation', () => {
  test('older pages are put before the newest, and end at the beginning', async () => {
    pages['21'] = page(11, 20, 11)
    pages['11'] = page(1, 10, null)
    const { result } = show(page(21, 30, 21))
    expect(result.current.older.state).toBe('ready')
    await loadOlder(result)
    await loadOlder(result)
    expect(asked).toEqual(['before=21', 'before=11'])
    expect(idsOf(result)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
    expect(result.current.older.state).toBe('none')
  })

  test('the button requests a page again that could not be loaded', async () => {
    const { result } = show(page(21, 30, 21))
    await loadOlder(result)
    expect(result.current.older.state).toBe('failed')
    expect(idsOf(result)).toHaveLength(10)
    pages['21'] = page(11, 20, null)
    await loadOlder(result)
    expect(idsOf(result)).toHaveLength(20)
  })

  test('two taps ask once', async () => {
    pages['21'] = page(11, 20, null)
    const { result } = show(page(21, 30, 21))
    await act(async () => {
      const { older } = result.current
      if (older.state === 'ready') older.load()
    })
    expect(asked).toHaveLength(1)
    expect(result.current.older.state).toBe('none')
  })

  test('[PWA-11] the messages go with their answer, after a logout', () => {
    const { result, rerender } = show(page(1, 3, null))
    rerender({ data: null })
    expect(result.current.history).toBeNull()
  })

  test('a new newest page is added, and the older ones stay', async () => {
    pages['21'] = page(11, 20, 11)
    const { result, rerender } = show(page(21, 30, 21))
    await loadOlder(result)
    rerender({ data: page(22, 31, 22) })
    expect(idsOf(result)).toEqual(Array.from({ length: 21 }, (_, at) => at + 11))
  })

  test('chunks far from the view are dropped, and fetched again once when the view comes near', async () => {
    const { result } = show(page(91, 100, 91))
    for (let from = 81; from > 0; from -= 10) {
      pages[`${from + 10}`] = page(from, from + 9, from === 1 ? null : from)
      await loadOlder(result)
    }
    expect(idsOf(result)).toHaveLength(100)
    await act(async () => result.current.reach(9, 9))
    // Chunks 0 to 2 are more than six chunks away from the last one.
    expect(idsOf(result)?.[0]).toBe(31)
    asked.length = 0
    await act(async () => {
      result.current.reach(3, 4)
      result.current.reach(3, 4)
    })
    expect(asked.toSorted()).toEqual(['before=21', 'before=31'])
    expect(idsOf(result)?.[0]).toBe(11)
  })
})
