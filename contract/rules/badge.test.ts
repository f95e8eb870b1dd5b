import { expect, test } from 'vitest'
import { badgeText, countedTitle, creditsBadge } from './badge.ts'

test('[SHELL-8] a badge shows nothing at 0, the number up to 99, and 99+ from 100', () => {
  expect([0, 1, 99, 100, 4_000].map(badgeText)).toEqual([null, '1', '99', '99+', '99+'])
})

test('[SHELL-9] the credits badge warns at 10 and alarms at 0', () => {
  expect([11, 10, 1, 0].map(creditsBadge)).toEqual(['none', 'warning', 'warning', 'danger'])
})

test('[SHELL-17] the title of a page begins with the count', () => {
  expect([countedTitle('Chats', 0), countedTitle('Chats', 3), countedTitle('Chats', 200)]).toEqual([
    'Chats',
    '(3) Chats',
    '(99+) Chats',
  ])
})
