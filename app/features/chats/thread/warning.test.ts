import { describe, expect, test } from 'vitest'
import type { ThreadMessage } from './thread-message.ts'
import { warningPlace } from './warning.ts'

const message = (mine: boolean, state: ThreadMessage['state'] = mine ? 'sent' : null): ThreadMessage => ({
  key: 'k',
  client_id: 'k',
  id: 1,
  mine,
  type: 'text',
  text: '',
  at: 0,
  state,
  failure: null,
  heldBy: 'server',
})

describe('the warning of a fictional profile [CHAT-11]', () => {
  test('stands beside the composer before my first message, whatever the partner wrote', () => {
    expect(warningPlace(true, [], null)).toBe('composer')
    expect(warningPlace(true, [message(false), message(false)], 3)).toBe('composer')
  })

  test('a message that was refused was not my first', () => {
    expect(warningPlace(true, [message(true, 'failed')], null)).toBe('composer')
  })

  test('moves to the beginning of the conversation once I have written', () => {
    expect(warningPlace(true, [message(false), message(true, 'queued')], null)).toBe('beginning')
    expect(warningPlace(true, [message(true)], 3)).toBeNull()
  })

  test('a real person carries none', () => {
    expect(warningPlace(false, [], null)).toBeNull()
  })
})
