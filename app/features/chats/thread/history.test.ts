import { describe, expect, test } from 'vitest'
import type { Message } from '#contract/entities/chat.ts'
import { withNewest, withOlder, type History, type Page } from './history.ts'

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
  test('begins with the newest page', () => {
    expect(withNewest(null, page([4, 6], 4))).toEqual({ ...page([4, 6], 4), walked: false })
  })

  test('[CHAT-14] older pages come in front, and the newest page coming again keeps them', () => {
    const older = withOlder(withNewest(null, page([4, 6], 4)), 4, page([1, 3], null))
    expect(ids(older)).toEqual([1, 3, 4, 6])
    const grown = withNewest(older, page([6, 8], 6))
    expect(ids(grown)).toEqual([1, 3, 4, 6, 8])
    expect(grown.before).toBeNull()
  })

  test('what moved off the newest page stays', () => {
    const history = withNewest(withNewest(null, page([4, 6], 4)), page([6, 8], 6))
    expect(ids(history)).toEqual([4, 6, 8])
    expect(history.before).toBe(4)
  })

  test('a newest page that no longer touches what is held stands alone: nothing is silently missing between', () => {
    const held = withNewest(null, page([4, 6], 4))
    expect(withNewest(held, page([20, 22], 20))).toEqual({ ...page([20, 22], 20), walked: false })
  })

  test('a page that is the whole conversation replaces what is held, also when it is empty', () => {
    const held = withNewest(null, page([4, 6], 4))
    expect(ids(withNewest(held, page([6], null)))).toEqual([6])
    expect(ids(withNewest(held, page([], null)))).toEqual([])
  })

  test('what a device without a network gave for everything is not joined once there is more: it may have gaps', () => {
    const offline = withNewest(null, page([1, 2, 20, 22], null))
    const online = withNewest(offline, page([20, 22, 24], 20))
    expect(ids(online)).toEqual([20, 22, 24])
    expect(online.before).toBe(20)
  })

  test('a newest page that reaches further back than what is held says where to go on', () => {
    expect(withNewest(withNewest(null, page([6], 6)), page([4, 6], 4)).before).toBe(4)
  })

  test('an older page for a place that is no longer the beginning is left out', () => {
    const reset = withNewest(withNewest(null, page([4, 6], 4)), page([20, 22], 20))
    expect(withOlder(reset, 4, page([1, 3], null))).toBe(reset)
  })

  test('a message that came again is the newer one', () => {
    const held = withNewest(null, page([4, 6], 4))
    expect(withNewest(held, { messages: [message(6, 'changed')], before: 6 }).messages.at(-1)?.text).toBe('changed')
  })
})
