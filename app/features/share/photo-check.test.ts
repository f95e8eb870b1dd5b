import { expect, test } from 'vitest'
import { kindOf, checkPhoto } from './photo-check.ts'

const JPEG = { type: 'image/jpeg', animated: false } as const
const HEIC = { type: 'image/heic', animated: false } as const
const big = { width: 900, height: 1_200 }

test('[PWA-9][PROF-3] a photo is good once its bytes and its picture were checked', () => {
  expect(checkPhoto(undefined, undefined)).toBe('checking')
  expect(checkPhoto(undefined, big)).toBe('checking')
  expect(checkPhoto(JPEG, undefined)).toBe('checking')
  expect(checkPhoto(JPEG, big)).toBe('good')
})

test('[PWA-9][PROF-3] an unusable photo is shown with the reason', () => {
  expect(checkPhoto(null, undefined)).toBe('photo_type')
  expect(checkPhoto({ type: 'image/png', animated: true }, big)).toBe('photo_animated')
  expect(checkPhoto(JPEG, null)).toBe('photo_broken')
  expect(checkPhoto(HEIC, null)).toBe('heic')
  expect(checkPhoto(HEIC, big)).toBe('good')
  expect(checkPhoto(JPEG, { width: 900, height: 100 })).toBe('photo_too_small')
})

test('[SAFE-3] the type of a file comes from its bytes, not from its declared type', async () => {
  expect(await kindOf(new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], { type: 'text/plain' }))).toEqual(JPEG)
  expect(await kindOf(new Blob(['<html>'], { type: 'image/jpeg' }))).toBeNull()
})
