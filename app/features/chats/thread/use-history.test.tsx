// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import type { Message } from '#contract/entities/chat.ts'
import { aCard } from '../../../testing/factories.ts'
import {
  useHistory,
  chunkAt,
  droppedChunks,
  withoutDistant,
  withRefetched,
  withNewest,
  withOlder,
  type History,
  type Page,
} from './use-history.ts'

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
type HistoryResult = ReturnType<typeof show>['result']
const idsOf = (result: HistoryResult) => result.current.history?.messages.map(({ id }) => id)
const loadOlder = (result: HistoryResult) =>
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

const storedMessage = (id: number, text = `m${id}`): Message => ({
  id,
  client_id: `c${id}`,
  conversation: '7-9',
  sender: 7,
  sent_at: id,
  type: 'text',
  text,
})
const pageOf = (ids: number[], before: number | null): Page => ({
  messages: ids.map((id) => storedMessage(id)),
  before,
})
const ids = (history: History) => history.messages.map(({ id }) => id)

describe('the history of a conversation', () => {
  test('starts with the newest page', () => {
    expect(withNewest(null, pageOf([4, 6], 4))).toEqual({ ...pageOf([4, 6], 4), walked: false, cuts: [4] })
  })

  test('[CHAT-14] older pages join at the front, and a new newest page does not drop them', () => {
    const older = withOlder(withNewest(null, pageOf([4, 6], 4)), 4, pageOf([1, 3], null))
    expect(ids(older)).toEqual([1, 3, 4, 6])
    const grown = withNewest(older, pageOf([6, 8], 6))
    expect(ids(grown)).toEqual([1, 3, 4, 6, 8])
    expect(grown.before).toBeNull()
  })

  test('messages that left the newest page stay', () => {
    const history = withNewest(withNewest(null, pageOf([4, 6], 4)), pageOf([6, 8], 6))
    expect(ids(history)).toEqual([4, 6, 8])
    expect(history.before).toBe(4)
  })

  test('a newest page that does not overlap the cached messages replaces them: no silent gap', () => {
    const held = withNewest(null, pageOf([4, 6], 4))
    expect(withNewest(held, pageOf([20, 22], 20))).toEqual({ ...pageOf([20, 22], 20), walked: false, cuts: [20] })
  })

  test('a page with the whole conversation replaces the cached messages, also when it is empty', () => {
    const held = withNewest(null, pageOf([4, 6], 4))
    expect(ids(withNewest(held, pageOf([6], null)))).toEqual([6])
    expect(ids(withNewest(held, pageOf([], null)))).toEqual([])
  })

  test('an offline answer that claimed to be complete is not merged once there is more: it may have gaps', () => {
    const offline = withNewest(null, pageOf([1, 2, 20, 22], null))
    const online = withNewest(offline, pageOf([20, 22, 24], 20))
    expect(ids(online)).toEqual([20, 22, 24])
    expect(online.before).toBe(20)
  })

  test('a newest page that reaches further back sets the cursor for older pages', () => {
    expect(withNewest(withNewest(null, pageOf([6], 6)), pageOf([4, 6], 4)).before).toBe(4)
  })

  test('an older page for an outdated cursor is ignored', () => {
    const reset = withNewest(withNewest(null, pageOf([4, 6], 4)), pageOf([20, 22], 20))
    expect(withOlder(reset, 4, pageOf([1, 3], null))).toBe(reset)
  })

  test('a message that arrives again replaces the cached one', () => {
    const held = withNewest(null, pageOf([4, 6], 4))
    const changed = storedMessage(6, 'changed')
    expect(withNewest(held, { messages: [changed], before: 6 }).messages.at(-1)).toBe(changed)
  })
})

const chunkIds = (number: number) => Array.from({ length: 30 }, (_, index) => number * 30 + index + 1)
const historyOf = (count: number): History => {
  let held = withNewest(null, pageOf(chunkIds(count - 1), (count - 1) * 30 + 1))
  for (let number = count - 2; number >= 0; number -= 1)
    held = withOlder(held, number * 30 + 31, pageOf(chunkIds(number), number === 0 ? null : number * 30 + 1))
  return held
}

describe('a long history', () => {
  test('[CHAT-1] caches only the chunks near the view, however long it is', () => {
    const far = withoutDistant(historyOf(300), 10, 14)
    expect(ids(far)).toHaveLength(6 * 30)
    expect(ids(far).at(0)).toBe(301)
    // The newest page is always cached, because new messages appear there.
    expect(ids(far).at(-1)).toBe(9_000)
  })

  test('a dropped chunk is refetched into its own place, and nothing else with it', () => {
    const far = withoutDistant(historyOf(10), 0, 2)
    const [gone] = droppedChunks(far, 3, 3)
    expect(gone).toEqual({ from: 91, before: 121 })
    const again = withRefetched(far, 91, pageOf([89, 90, 91, 92, 120], 89))
    expect(ids(again).filter((id) => id > 88 && id < 125)).toEqual([89, 90, 91, 92, 120])
    expect(droppedChunks(again, 3, 3)).toEqual([])
  })

  test('[CHAT-10] a chunk whose messages became too old leaves no place that is refetched forever', () => {
    const far = withoutDistant(historyOf(10), 4, 6)
    const again = withRefetched(far, 1, pageOf([], null))
    expect(droppedChunks(again, 0, 0)).toEqual([{ from: 31, before: 61 }])
  })

  test('the newest chunk grows, and is cut before it reaches two pages', () => {
    let held = withNewest(null, pageOf([1, 2, 3], 1))
    for (let id = 4; id <= 100; id += 1) held = withNewest(held, pageOf([id - 1, id], id - 1))
    expect(held.cuts).toEqual([1, 31, 61])
    expect([1, 30, 31, 100, 0].map((id) => chunkAt(held, id))).toEqual([0, 0, 1, 2, -1])
  })
})
