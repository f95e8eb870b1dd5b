import * as v from 'valibot'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MessageText } from '#contract/fields.ts'
import { putBack, sendableText, sendsOn, writingOf } from './writing.ts'

const limits = { length: 2_000, cost: 1, credits: 8 }

describe('writing a message', () => {
  test('[CHAT-2] 1 to 2,000 characters can be sent', () => {
    expect(writingOf('', limits).canSend).toBe(false)
    expect(writingOf(' \n ', limits).canSend).toBe(false)
    expect(writingOf('a', limits).canSend).toBe(true)
    expect(writingOf('a'.repeat(2_000), limits).canSend).toBe(true)
    expect(writingOf('a'.repeat(2_001), limits)).toMatchObject({ canSend: false, isTooLong: true, left: -1 })
  })

  test('[CHAT-2] the site may set a shorter length, never a longer one than the contract', () => {
    expect(writingOf('a'.repeat(51), { ...limits, length: 50 }).isTooLong).toBe(true)
    expect(writingOf('a'.repeat(2_001), { ...limits, length: 5_000 }).isTooLong).toBe(true)
  })

  test('the counter shows only near the end', () => {
    expect(writingOf('a'.repeat(1_799), limits).left).toBeNull()
    expect(writingOf('a'.repeat(1_800), limits).left).toBe(200)
  })

  test('[CHAT-2] a text cannot be sent without enough credits', () => {
    expect(writingOf('a', { ...limits, credits: 0 })).toMatchObject({ canSend: false, isShortOfCredits: true })
    expect(writingOf('a', { ...limits, cost: 3, credits: 2 }).isShortOfCredits).toBe(true)
    expect(writingOf('a', { ...limits, cost: 0, credits: 0 }).canSend).toBe(true)
  })

  test('an unknown price or balance does not block sending', () => {
    expect(writingOf('a', { length: 2_000, cost: null, credits: null }).canSend).toBe(true)
  })

  test('[SAFE-3] any typed or pasted text becomes one that the contract accepts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (typed) => {
        const { text, canSend } = writingOf(typed, limits)
        expect(canSend ? v.parse(MessageText, text) : text).toBe(text)
      }),
      { seed: 1, numRuns: 500 },
    )
    expect(sendableText('a\u0000b\ud800\r\nc\td\u000be ')).toBe('ab\ufffd\nc\td\ne')
  })
})

describe('keys in the composer', () => {
  const enter = { key: 'Enter', shiftKey: false, isComposing: false }

  test('Enter sends where there is a keyboard; Shift+Enter is a new line', () => {
    expect(sendsOn(enter, true)).toBe(true)
    expect(sendsOn({ ...enter, shiftKey: true }, true)).toBe(false)
    expect(sendsOn(enter, false)).toBe(false)
    expect(sendsOn({ ...enter, key: 'a' }, true)).toBe(false)
  })

  test('Enter that chooses a word of an input method does not send', () => {
    expect(sendsOn({ ...enter, isComposing: true }, true)).toBe(false)
  })
})

test('[PWA-3] a message returned for editing does not replace the current draft', () => {
  expect(putBack('first', '')).toBe('first')
  expect(putBack('first', 'second')).toBe('first\nsecond')
})
