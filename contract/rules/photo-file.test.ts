import { expect, test } from 'vitest'
import { cornerColours, photoFileOf, photoSize } from './photo-file.ts'

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (letter) => letter.charCodeAt(0)) : part)),
  )

const PNG = '\u0089PNG\r\n\u001a\n'
const chunk = (name: string, length = 0) =>
  bytes(
    [0, 0, 0, length],
    name,
    Array.from({ length: length + 4 }, () => 0),
  )
const png = (...names: string[]) =>
  bytes(PNG, ...names.map((name) => Array.from(chunk(name, name === 'IHDR' ? 13 : 0))))
const webp = (kind: string, flags: number) => bytes('RIFF', [0, 0, 0, 0], 'WEBP', kind, [10, 0, 0, 0], [flags])

test('[PROF-3] a file’s type comes from its bytes', () => {
  expect(photoFileOf(bytes([0xff, 0xd8, 0xff, 0xe0]))).toEqual({ type: 'image/jpeg', animated: false })
  expect(photoFileOf(png('IHDR', 'IDAT'))).toEqual({ type: 'image/png', animated: false })
  expect(photoFileOf(webp('VP8 ', 0x02))).toEqual({ type: 'image/webp', animated: false })
  expect(photoFileOf(bytes([0, 0, 0, 24], 'ftypheic'))).toEqual({ type: 'image/heic', animated: false })
  expect(photoFileOf(bytes([0, 0, 0, 24], 'ftypmif1'))).toEqual({ type: 'image/heic', animated: false })
  for (const other of [
    'GIF89a',
    '<svg xmlns=',
    '%PDF-1.7',
    'RIFF0000WAVE',
    '',
    'BM',
    '0000ftypavif',
    '0000freeheic',
    'RIFX0000WEBPVP8 ',
  ])
    expect(photoFileOf(bytes(other))).toBe(null)
})

test('[PROF-3] an animated file is recognised before it is decoded', () => {
  expect(photoFileOf(png('IHDR', 'acTL', 'IDAT'))).toEqual({ type: 'image/png', animated: true })
  // A chunk after the picture does not count.
  expect(photoFileOf(png('IHDR', 'IDAT', 'acTL'))).toEqual({ type: 'image/png', animated: false })
  expect(photoFileOf(png('IHDR'))).toEqual({ type: 'image/png', animated: false })
  expect(photoFileOf(webp('VP8X', 0x12))).toEqual({ type: 'image/webp', animated: true })
  expect(photoFileOf(webp('VP8X', 0x10))).toEqual({ type: 'image/webp', animated: false })
  expect(photoFileOf(bytes([0, 0, 0, 24], 'ftyphevc'))).toEqual({ type: 'image/heic', animated: true })
})

test('[PROF-4] the longer side is scaled to 1600 pixels at most, and no photo is enlarged', () => {
  expect(photoSize({ width: 4000, height: 3000 })).toEqual({ width: 1600, height: 1200 })
  expect(photoSize({ width: 3000, height: 4000 })).toEqual({ width: 1200, height: 1600 })
  expect(photoSize({ width: 640, height: 480 })).toEqual({ width: 640, height: 480 })
})

test('[PROF-3] the upload of a panorama is longer than 1600 pixels if its shorter side would be too small for the server', () => {
  expect(photoSize({ width: 8000, height: 1200 })).toEqual({ width: 2133, height: 320 })
  expect(photoSize({ width: 400, height: 4000 })).toEqual({ width: 320, height: 3200 })
})

test('[PROF-4] corner colours are those of the corners', () => {
  const pixels = Array.from({ length: 12 }, (_, pixel) => [pixel * 16, 0, pixel, 255]).flat()
  expect(cornerColours(pixels, { width: 4, height: 3 })).toBe('000000300003800008b0000b')
})
