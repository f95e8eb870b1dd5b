import { expect, test } from 'vitest'
import { isPlace } from './return-place.ts'

test('[SHELL-14] only a path of this site is a place to return to', () => {
  for (const place of ['/members/7', '/members?gender=female', '/']) expect(isPlace(place)).toBe(true)
  for (const place of [null, '', 'https://elsewhere.test/', '//elsewhere.test', '/\\elsewhere.test'])
    expect(isPlace(place)).toBe(false)
})
