import { describe, expect, test } from 'vitest'
import { aThreadMessage } from '../../../testing/factories.ts'
import { changeOf, newestOf } from './newest.ts'
import type { ThreadMessage } from './thread-message.ts'

const theirs = (id: number) => aThreadMessage({ id, client_id: `f-${id}` })
const mine = (client_id: string, id: number | null = null) => aThreadMessage({ mine: true, client_id, id })
const change = (before: ThreadMessage[], now: ThreadMessage[]) => changeOf(newestOf(before), newestOf(now))

describe('new messages in a conversation [CHAT-14]', () => {
  test('a message arrived, also above a refused message of mine', () => {
    expect(change([theirs(1), mine('a')], [theirs(1), theirs(2), mine('a')])).toBe('arrived')
    expect(change([mine('a', 1)], [mine('a', 1), theirs(2)])).toBe('arrived')
  })

  test('I have written a message', () => {
    expect(change([theirs(1)], [theirs(1), mine('a')])).toBe('written')
    expect(change([theirs(1), mine('a', 2)], [theirs(1), mine('a', 2), mine('b')])).toBe('written')
  })

  test('an older page counts as nothing new', () => {
    expect(change([mine('c', 5)], [theirs(2), mine('b', 3), mine('c', 5)])).toBeNull()
  })

  test('my first message in the cache may be on an older page', () => {
    expect(change([theirs(4), theirs(5)], [theirs(2), mine('b', 3), theirs(4), theirs(5)])).toBeNull()
    expect(change([theirs(4)], [theirs(4), mine('b', 5)])).toBe('written')
  })

  test('a waiting message that was sent or discarded is nothing new', () => {
    expect(change([theirs(1), mine('a')], [theirs(1), mine('a', 2)])).toBeNull()
    expect(change([theirs(1), mine('a', 2), mine('b')], [theirs(1), mine('a', 2)])).toBeNull()
  })
})
