// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import * as v from 'valibot'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MessageText } from '#contract/fields.ts'
import { controlled } from '../../../ports/service-worker.ts'
import { putAnswer } from '../../../state/resource.ts'
import { answerCalls, setUpScreens } from '../../../testing/screen-page.tsx'
import { drafts } from '../../../state/drafts.ts'
import { putBack, sendableText, sendsOn, writingOf, useStoredReplies } from './writing.ts'

const limits = { length: 2_000, cost: 1, credits: 8 }

describe('writing a message', () => {
  test('[CHAT-2] 1 to 2,000 characters can be sent', () => {
    expect(writingOf('', limits).canSend).toBe(false)
    expect(writingOf(' \n ', limits).canSend).toBe(false)
    // The contract refuses it, and an empty bubble would cost a credit.
    expect(writingOf('\u200b\u2060', limits)).toMatchObject({ text: '', canSend: false })
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
  const enter = { key: 'Enter', shiftKey: false, ctrlKey: false, metaKey: false, isComposing: false }

  test('Enter sends where there is a keyboard; Shift+Enter is a new line', () => {
    expect(sendsOn(enter, true)).toBe(true)
    expect(sendsOn({ ...enter, shiftKey: true }, true)).toBe(false)
    expect(sendsOn(enter, false)).toBe(false)
    expect(sendsOn({ ...enter, key: 'a' }, true)).toBe(false)
  })

  test('Ctrl+Enter and Cmd+Enter send everywhere, as at a tablet with a keyboard', () => {
    for (const hasKeyboard of [true, false])
      for (const held of [{ ctrlKey: true }, { metaKey: true }])
        expect(sendsOn({ ...enter, ...held }, hasKeyboard)).toBe(true)
  })

  test('Enter that chooses a word of an input method does not send', () => {
    for (const held of [{}, { ctrlKey: true }])
      expect(sendsOn({ ...enter, ...held, isComposing: true }, true)).toBe(false)
  })
})

test('[PWA-3] a message returned for editing does not replace the current draft', () => {
  expect(putBack('first', '')).toBe('first')
  expect(putBack('first', 'second')).toBe('first\nsecond')
})

setUpScreens()

const reply = (id: string, place: string, text: string) => ({ id, place, text, name: '', bytes: 0 })

const show = () => renderHook(() => useStoredReplies(1, '1-2'))

test('[CHAT-2] replies that the device stores join the draft of their conversation once, and leave the device', async () => {
  controlled.value = true
  const asked = answerCalls({ 'device.drafts.drop': {} })
  drafts.write(1, '1-2', 'begun before')
  putAnswer('device.drafts', {}, { drafts: [reply('a', '1-2', 'too long'), reply('b', '1-3', 'elsewhere')] })
  const { unmount } = show()
  await act(async () => {})
  expect(drafts.read(1, '1-2')).toBe('too long\nbegun before')
  expect(drafts.read(1, '1-3')).toBe('')
  expect(asked.filter(({ name }) => name === 'device.drafts.drop')).toMatchObject([{ params: { key: 'a' } }])
  unmount()
  drafts.write(1, '1-2', '')
  show()
  await act(async () => {})
  expect(drafts.read(1, '1-2'), 'a list from before names it again').toBe('')
})

test('[CHAT-2] a reply joins a draft that contains its words elsewhere, and no second time after another tab', async () => {
  controlled.value = true
  answerCalls({ 'device.drafts.drop': {} })
  drafts.write(1, '1-2', 'Is it ok at eight?')
  putAnswer('device.drafts', {}, { drafts: [reply('c', '1-2', 'ok'), reply('d', '1-2', 'ok')] })
  show()
  await act(async () => {})
  expect(drafts.read(1, '1-2')).toBe('ok\nIs it ok at eight?')
})
