import { expect, test } from 'vitest'
import { isPlace } from './return-place.ts'

test('[SHELL-14] one is led back to a path of this site and to nothing else', () => {
  for (const place of ['/members/7', '/members?gender=female', '/']) expect(isPlace(place)).toBe(true)
  for (const place of [null, '', 'https://elsewhere.test/', '//elsewhere.test', '/\\elsewhere.test'])
    expect(isPlace(place)).toBe(false)
})
