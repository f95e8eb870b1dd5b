import { expect, test } from 'vitest'
import { photoBox } from './photo-bubble.tsx'

test('[CHAT-2] a photo has its own proportions within a widest and a tallest shape', () => {
  expect(photoBox({ width: 1_600, height: 1_200 })).toEqual({ width: 260, height: 195 })
  expect(photoBox({ width: 900, height: 1_600 })).toEqual({ width: 180, height: 320 })
  expect(photoBox({ width: 1_600, height: 200 })).toEqual({ width: 260, height: 120 })
  expect(photoBox({ width: 0, height: 0 })).toEqual({ width: 220, height: 220 })
})
