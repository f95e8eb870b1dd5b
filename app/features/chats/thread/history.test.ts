import { describe, expect, test } from 'vitest'
import type { Message } from '#contract/entities/chat.ts'
import {
  chunkAt,
  droppedChunks,
  withoutDistant,
  withRefetched,
  withNewest,
  withOlder,
  type History,
  type Page,
} from './history.ts'

const message = (id: number, text = `m${id}`): Message => ({
  id,
  client_id: `c${id}`,
  conversation: '7-9',
  sender: 7,
  sent_at: id,
  type: 'text',
  text,
})
const page = (ids: number[], before: number | null): Page => ({ messages: ids.map((id) => message(id)), before })
const ids = (history: History) => history.messages.map(({ id }) => id)

describe('the history of a conversation', () => {
  test('starts with the newest page', () => {
    expect(withNewest(null, page([4, 6], 4))).toEqual({ ...page([4, 6], 4), walked: false, cuts: [4] })
  })

  test('[CHAT-14] older pages join at the front, and a new newest page does not drop them', () => {
    const older = withOlder(withNewest(null, page([4, 6], 4)), 4, page([1, 3], null))
    expect(ids(older)).toEqual([1, 3, 4, 6])
    const grown = withNewest(older, page([6, 8], 6))
    expect(ids(grown)).toEqual([1, 3, 4, 6, 8])
    expect(grown.before).toBeNull()
  })

  test('messages that left the newest page stay', () => {
    const history = withNewest(withNewest(null, page([4, 6], 4)), page([6, 8], 6))
    expect(ids(history)).toEqual([4, 6, 8])
    expect(history.before).toBe(4)
  })

  test('a newest page that does not overlap the cached messages replaces them: no silent gap', () => {
    const held = withNewest(null, page([4, 6], 4))
    expect(withNewest(held, page([20, 22], 20))).toEqual({ ...page([20, 22], 20), walked: false, cuts: [20] })
  })

  test('a page with the whole conversation replaces the cached messages, also when it is empty', () => {
    const held = withNewest(null, page([4, 6], 4))
    expect(ids(withNewest(held, page([6], null)))).toEqual([6])
    expect(ids(withNewest(held, page([], null)))).toEqual([])
  })

  test('an offline answer that claimed to be complete is not merged once there is more: it may have gaps', () => {
    const offline = withNewest(null, page([1, 2, 20, 22], null))
    const online = withNewest(offline, page([20, 22, 24], 20))
    expect(ids(online)).toEqual([20, 22, 24])
    expect(online.before).toBe(20)
  })

  test('a newest page that reaches further back sets the cursor for older pages', () => {
    expect(withNewest(withNewest(null, page([6], 6)), page([4, 6], 4)).before).toBe(4)
  })

  test('an older page for an outdated cursor is ignored', () => {
    const reset = withNewest(withNewest(null, page([4, 6], 4)), page([20, 22], 20))
    expect(withOlder(reset, 4, page([1, 3], null))).toBe(reset)
  })

  test('a message that arrives again replaces the cached one', () => {
    const held = withNewest(null, page([4, 6], 4))
    const changed = message(6, 'changed')
    expect(withNewest(held, { messages: [changed], before: 6 }).messages.at(-1)).toBe(changed)
  })
})

const idsOf = (number: number) => Array.from({ length: 30 }, (_, index) => number * 30 + index + 1)
const pages = (count: number): History => {
  let held = withNewest(null, page(idsOf(count - 1), (count - 1) * 30 + 1))
  for (let number = count - 2; number >= 0; number -= 1)
    held = withOlder(held, number * 30 + 31, page(idsOf(number), number === 0 ? null : number * 30 + 1))
  return held
}

describe('a long history', () => {
  test('[CHAT-1] caches only the chunks near the view, however long it is', () => {
    const far = withoutDistant(pages(300), 10, 14)
    expect(ids(far)).toHaveLength(6 * 30)
    expect(ids(far).at(0)).toBe(301)
    // The newest page is always cached, because new messages appear there.
    expect(ids(far).at(-1)).toBe(9_000)
  })

  test('a dropped chunk is refetched into its own place, and nothing else with it', () => {
    const far = withoutDistant(pages(10), 0, 2)
    const [gone] = droppedChunks(far, 3, 3)
    expect(gone).toEqual({ from: 91, before: 121 })
    const again = withRefetched(far, 91, page([89, 90, 91, 92, 120], 89))
    expect(ids(again).filter((id) => id > 88 && id < 125)).toEqual([89, 90, 91, 92, 120])
    expect(droppedChunks(again, 3, 3)).toEqual([])
  })

  test('[CHAT-10] a chunk whose messages became too old leaves no place that is refetched forever', () => {
    const far = withoutDistant(pages(10), 4, 6)
    const again = withRefetched(far, 1, page([], null))
    expect(droppedChunks(again, 0, 0)).toEqual([{ from: 31, before: 61 }])
  })

  test('the newest chunk grows, and is cut before it reaches two pages', () => {
    let held = withNewest(null, page([1, 2, 3], 1))
    for (let id = 4; id <= 100; id += 1) held = withNewest(held, page([id - 1, id], id - 1))
    expect(held.cuts).toEqual([1, 31, 61])
    expect([1, 30, 31, 100, 0].map((id) => chunkAt(held, id))).toEqual([0, 0, 1, 2, -1])
  })
})
