import { expect, test } from 'vitest'
import { isConversationId, isIdText, uuidv7 } from './ids.ts'

test.each([
  ['1', true],
  ['9007199254740991', true],
  ['9007199254740992', false],
  ['0', false],
  ['01', false],
  ['1.5', false],
  ['-1', false],
  ['', false],
])('[SHELL-4] an id in an address: %s is one: %s', (text, is) => expect(isIdText(text)).toBe(is))

test.each([
  ['1-2', true],
  ['7-9007199254740991', true],
  ['2-1', false],
  ['2-2', false],
  ['1-9007199254740992', false],
  ['1', false],
  ['1-2-3', false],
  ['a-b', false],
])('[SHELL-4] a conversation in an address: %s is one: %s', (text, is) => expect(isConversationId(text)).toBe(is))

test('[CHAT-5] later ids sort later and contain their time', () => {
  const random = new Uint8Array(10).fill(255)
  expect(uuidv7(1_700_000_000_000, random)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7fff-bfff-ffffffffffff$/)
  expect(uuidv7(1_700_000_000_001, new Uint8Array(10)) > uuidv7(1_700_000_000_000, random)).toBe(true)
  const [high = '', low = ''] = uuidv7(1_763_690_000_123, random).split('-')
  expect(Number.parseInt(high + low, 16)).toBe(1_763_690_000_123)
})
