import { expect, test } from 'vitest'
import { conversationsLeftFor } from './conversation-limit.ts'

test('[CHAT-15] the limit is shown only where writing would begin a conversation', () => {
  expect(conversationsLeftFor({ conversations_left: 0 }, { talked: false })).toBe(0)
  expect(conversationsLeftFor({ conversations_left: 2 }, { talked: false })).toBe(2)
  expect(conversationsLeftFor({ conversations_left: 0 }, { talked: true })).toBeNull()
  expect(conversationsLeftFor({ conversations_left: null }, { talked: false })).toBeNull()
  expect(conversationsLeftFor({}, { talked: false })).toBeNull()
  expect(conversationsLeftFor({ conversations_left: 0 }, {})).toBeNull()
  expect(conversationsLeftFor(null, { talked: false })).toBeNull()
})
