import { describe, expect, test } from 'vitest'
import { aThreadMessage } from '../../../testing/factories.ts'
import { daysOf } from './days.ts'
import type { ThreadMessage } from './thread-message.ts'

const at = (day: number, hour: number, minute = 0): number => new Date(2026, 2, day, hour, minute).getTime()
const message = (key: string, moment: number, mine = true): ThreadMessage => aThreadMessage({ key, at: moment, mine })
const shape = (messages: ThreadMessage[]) =>
  daysOf(messages).map(({ bubbles }) =>
    bubbles.map(({ message: { key }, first, last }) => `${first ? '[' : ''}${key}${last ? ']' : ''}`).join(' '),
  )

describe('days of a conversation', () => {
  test('[CHAT-14] messages are grouped by the day they were sent, in order', () => {
    expect(shape([message('a', at(1, 23, 59)), message('b', at(2, 0, 0)), message('c', at(4, 12))])).toEqual([
      '[a]',
      '[b]',
      '[c]',
    ])
  })

  test('messages of one sender without a pause form one group', () => {
    expect(
      shape([
        message('a', at(1, 9, 0)),
        message('b', at(1, 9, 1)),
        message('c', at(1, 9, 2), false),
        message('d', at(1, 9, 3), false),
        message('e', at(1, 9, 30), false),
      ]),
    ).toEqual(['[a b] [c d] [e]'])
  })

  test('[PWA-2] a message that waits since yesterday is shown at the end, not under a past day', () => {
    expect(shape([message('today', at(2, 8), false), message('waits', at(1, 22))])).toEqual(['[today] [waits]'])
  })

  test('an empty conversation has no days', () => {
    expect(daysOf([])).toEqual([])
  })
})
