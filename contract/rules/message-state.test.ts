import { expect, test } from 'vitest'
import { stateOfStored } from './message-state.ts'

test('[CHAT-6] a stored message is sent, then delivered, then read', () => {
  const marks = { delivered_up_to: 7, read_up_to: 5 }
  expect([5, 6, 7, 8].map((message) => stateOfStored(message, marks))).toEqual([
    'read',
    'delivered',
    'delivered',
    'sent',
  ])
  expect(stateOfStored(3, { delivered_up_to: 0, read_up_to: 4 })).toBe('read')
})
