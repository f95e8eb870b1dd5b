import { expect, test } from 'vitest'
import { placeholderOf } from './photo-placeholder.ts'

test('the placeholder of a photo is a gradient of its corner colours', () => {
  const style = placeholderOf({ colours: 'aa0000bb0000cc0000dd0000' })
  expect(String(style?.background)).toContain('at 0% 0%, #aa0000')
  expect(String(style?.background)).toContain('at 100% 100%, #dd0000')
})

test('a photo without colours has no placeholder style', () => {
  expect(placeholderOf({ colours: '' })).toBeUndefined()
  expect(placeholderOf(null)).toBeUndefined()
})
