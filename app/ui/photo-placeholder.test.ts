import { expect, test } from 'vitest'
import { placeholderOf } from './photo-placeholder.ts'

test('a photo keeps its place in its own colours until it is there', () => {
  const ground = placeholderOf({ colours: 'aa0000bb0000cc0000dd0000' })
  expect(String(ground?.background)).toContain('at 0% 0%, #aa0000')
  expect(String(ground?.background)).toContain('at 100% 100%, #dd0000')
})

test('without colours the ground stays as it is', () => {
  expect(placeholderOf({ colours: '' })).toBeUndefined()
  expect(placeholderOf(null)).toBeUndefined()
})
