import { describe, expect, test } from 'vitest'
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'
import { actionsAfter } from './failure-buttons.tsx'

const IN_OPEN_CHAT = { type: 'text', isClosed: false } as const

describe('the actions offered for a refused message', () => {
  test('[CHAT-6], [PWA-3] every reason has at least one, and discarding is always possible', () => {
    for (const code of Object.keys(ERROR_STATUS) as ErrorCode[])
      for (const isClosed of [true, false]) expect(actionsAfter(code, { type: 'text', isClosed })).toContain('discard')
  })

  test('[CHAT-2] without credits the link to the credits comes first, and nothing is lost', () => {
    expect(actionsAfter('not_enough_credits', IN_OPEN_CHAT)).toEqual(['credits', 'retry', 'edit', 'discard'])
  })

  test('[CHAT-9] [PWA-3] a blocked member cannot retry before the block ends', () => {
    for (const code of ['blocked', 'recipient_deleted'] as const) {
      expect(actionsAfter(code, { type: 'text', isClosed: true })).toEqual(['discard'])
      expect(actionsAfter(code, IN_OPEN_CHAT)).toEqual(['retry', 'edit', 'discard'])
    }
  })

  test('[CHAT-4] [PAY-12] at the conversation limit the link to Premium comes first', () => {
    expect(actionsAfter('conversation_limit', IN_OPEN_CHAT)[0]).toBe('premium')
    expect(actionsAfter('premium_required', IN_OPEN_CHAT)[0]).toBe('premium')
  })

  test('[CHAT-6] a photo or gift can be retried or discarded; only text can be edited', () => {
    expect(actionsAfter('network_unavailable', { type: 'photo', isClosed: false })).toEqual(['retry', 'discard'])
    expect(actionsAfter('not_enough_credits', { type: 'gift', isClosed: false })).toEqual([
      'credits',
      'retry',
      'discard',
    ])
    expect(actionsAfter('photo_broken', { type: 'photo', isClosed: false })).toEqual(['discard'])
  })

  test('[PWA-3] a lost connection can be retried', () => {
    expect(actionsAfter('network_unavailable', IN_OPEN_CHAT)).toEqual(['retry', 'edit', 'discard'])
  })
})
