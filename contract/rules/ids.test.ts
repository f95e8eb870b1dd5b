import { expect, test } from 'vitest'
import { isConversationId, isIdText } from './ids.ts'

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
