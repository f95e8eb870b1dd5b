import { expect, test } from 'vitest'
import { moneyRouteOf, newCountOf } from './navigation-counts.ts'

test('[SHELL-8] chats count unread messages, likes new likes, the others nothing', () => {
  const counts = { unread_messages: 3, new_likes: 12 }
  expect(newCountOf('chats', counts)).toBe(3)
  expect(newCountOf('likes', counts)).toBe(12)
  expect(newCountOf('search', counts)).toBeNull()
  expect(newCountOf('me', counts)).toBeNull()
})

test('[SHELL-8] paying members are led to credits, others to Premium', () => {
  expect(moneyRouteOf({ paid_user: true })).toBe('credits')
  expect(moneyRouteOf({ paid_user: false })).toBe('premium')
})
