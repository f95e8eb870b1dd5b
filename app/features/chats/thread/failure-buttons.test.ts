import { describe, expect, test } from 'vitest'
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'
import { actionsAfter } from './failure-buttons.tsx'

describe('the actions offered for a refused message', () => {
  test('[CHAT-6], [PWA-3] every reason has at least one, and discarding is always possible', () => {
    for (const code of Object.keys(ERROR_STATUS) as ErrorCode[]) expect(actionsAfter(code)).toContain('discard')
  })

  test('[CHAT-2] without credits the link to the credits comes first, and nothing is lost', () => {
    expect(actionsAfter('not_enough_credits')).toEqual(['credits', 'retry', 'edit', 'discard'])
  })

  test('[CHAT-9] a blocked member cannot retry', () => {
    expect(actionsAfter('blocked')).toEqual(['discard'])
  })

  test('[CHAT-4] [PAY-12] at the conversation limit the link to Premium comes first', () => {
    expect(actionsAfter('conversation_limit')[0]).toBe('premium')
    expect(actionsAfter('premium_required')[0]).toBe('premium')
  })

  test('[CHAT-6] a photo or gift can be retried or discarded; only text can be edited', () => {
    expect(actionsAfter('network_unavailable', 'photo')).toEqual(['retry', 'discard'])
    expect(actionsAfter('not_enough_credits', 'gift')).toEqual(['credits', 'retry', 'discard'])
    expect(actionsAfter('photo_broken', 'photo')).toEqual(['discard'])
  })

  test('[PWA-3] a lost connection can be retried', () => {
    expect(actionsAfter('network_unavailable')).toEqual(['retry', 'edit', 'discard'])
  })
})
