import { expect, test } from 'vitest'
import { serverList, serverText } from './texts.ts'

test('[SITE-2] a name from right to left leaves the words beside it in their places, in mails and notifications', () => {
  expect(serverText('en', 'push.fictional_name', { name: 'נועה' })).toBe('\u2068נועה\u2069 (fictional profile)')
  expect(serverText('en', 'push.fictional_name', { name: 'Ada' })).toBe('Ada (fictional profile)')
  expect(serverList('en', ['נועה', 'אבי', 'Ada'])).toBe('\u2068נועה\u2069, \u2068אבי\u2069, and Ada')
})
