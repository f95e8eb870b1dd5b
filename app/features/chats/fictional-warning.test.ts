import { describe, expect, test } from 'vitest'
import { aThreadMessage } from '../../testing/factories.ts'
import { warningPlace } from './fictional-warning.tsx'
import type { ThreadMessage } from './thread/thread-message.ts'

const message = (mine: boolean, state: ThreadMessage['state'] = mine ? 'sent' : null): ThreadMessage =>
  aThreadMessage({ mine, state })

describe('the warning of a fictional profile [CHAT-11]', () => {
  test('is beside the composer before my first message, whatever the partner wrote', () => {
    expect(warningPlace(true, [], null)).toBe('composer')
    expect(warningPlace(true, [message(false), message(false)], 3)).toBe('composer')
  })

  test('a refused message does not count as my first', () => {
    expect(warningPlace(true, [message(true, 'failed')], null)).toBe('composer')
  })

  test('moves to the beginning of the conversation once I have written', () => {
    expect(warningPlace(true, [message(false), message(true, 'queued')], null)).toBe('beginning')
    expect(warningPlace(true, [message(true)], 3)).toBeNull()
  })

  test('a real member has no warning', () => {
    expect(warningPlace(false, [], null)).toBeNull()
  })
})
