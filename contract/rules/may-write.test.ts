import { expect, test } from 'vitest'
import { conversationsLeftFor, mayWrite } from './may-write.ts'

test('[GUARD-7] a fictional profile that nobody would answer for may not be written to', () => {
  const unanswered = { status: 'active', blocksMe: false, blockedByMe: false, isUnanswered: true } as const
  expect(mayWrite(unanswered)).toEqual({ allowed: false, reason: 'fictional_closed' })
  expect(mayWrite({ ...unanswered, isUnanswered: false })).toEqual({ allowed: true })
})

test('[CHAT-9] [CHAT-12] the reason a member may not write is the strongest one', () => {
  const open = { status: 'active', blocksMe: false, blockedByMe: false } as const
  expect(mayWrite(open)).toEqual({ allowed: true })
  expect(mayWrite({ ...open, status: 'not_confirmed' })).toEqual({ allowed: false, reason: 'recipient_unconfirmed' })
  expect(mayWrite({ ...open, blocksMe: true })).toEqual({ allowed: false, reason: 'blocked' })
  expect(mayWrite({ ...open, blocksMe: true, blockedByMe: true })).toEqual({ allowed: false, reason: 'blocking' })
  for (const status of ['deleting', 'deleted'] as const)
    expect(mayWrite({ status, blocksMe: true, blockedByMe: true })).toEqual({
      allowed: false,
      reason: 'recipient_deleted',
    })
})

test('[CHAT-15] the limit is shown only where writing would begin a conversation', () => {
  expect(conversationsLeftFor({ conversations_left: 0 }, { talked: false })).toBe(0)
  expect(conversationsLeftFor({ conversations_left: 2 }, { talked: false })).toBe(2)
  expect(conversationsLeftFor({ conversations_left: 0 }, { talked: true })).toBeNull()
  expect(conversationsLeftFor({ conversations_left: null }, { talked: false })).toBeNull()
  expect(conversationsLeftFor({}, { talked: false })).toBeNull()
  expect(conversationsLeftFor({ conversations_left: 0 }, {})).toBeNull()
  expect(conversationsLeftFor(null, { talked: false })).toBeNull()
})
