// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prepareOnPage } from './photo-on-page.ts'

const codes = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0))
const JPEG = [0xff, 0xd8, 0xff, 0xe1, 1, 2, 3]
const HEIC = [0, 0, 0, 24, ...codes('ftypheic')]
const ANIMATED = codes('RIFF0000WEBPVP8X0000\u0002')

let open: string[]
beforeEach(() => {
  open = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${open.push('photo')}`)
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => void open.pop())
})
afterEach(() => vi.unstubAllGlobals())

/** A browser that decodes each picture to this size, or none; it draws on a canvas only where it is said. */
const prepared = (bytes: number[], size: [number, number] | null = [4_032, 3_024], draws = false) => {
  const decode = async (): Promise<void> => {
    if (!size) throw new DOMException('The source image cannot be decoded.', 'EncodingError')
  }
  const picture = { src: '', naturalWidth: size?.[0] ?? 0, naturalHeight: size?.[1] ?? 0, decode }
  vi.stubGlobal('Image', function image() {
    return picture
  })
  const context = draws ? { fillRect: () => {}, drawImage: () => {} } : null
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take, type = '') =>
    take(new Blob(['made'], { type })),
  )
  return prepareOnPage(new Blob([new Uint8Array(bytes)]))
}

test('[PROF-4] a page that draws encodes the photo again, at most 1600 px wide, and frees the file', async () => {
  const made = await prepared(JPEG, [4_032, 3_024], true)
  expect(made).toMatchObject({ width: 1_600, height: 1_200 })
  // The upload contains nothing of the file itself, such as the place where the photo was taken.
  expect('photo' in made && [made.photo.type, await made.photo.text()]).toEqual(['image/jpeg', 'made'])
  expect(open).toEqual([])
})

test('[PROF-4] a page that cannot draw uploads the file with its true type, and the server encodes it again', async () => {
  const made = await prepared(JPEG)
  expect('photo' in made && [made.photo.type, made.photo.size]).toEqual(['image/jpeg', JPEG.length])
})

test.each([
  ['photo_type', codes('<svg/>'), [800, 600]],
  ['photo_animated', ANIMATED, [800, 600]],
  ['photo_heic', HEIC, null],
  ['photo_broken', JPEG, null],
  ['photo_too_small', JPEG, [800, 319]],
] as const)('[PROF-3] the page refuses a photo by name before its upload: %s', async (error, bytes, size) => {
  expect(await prepared([...bytes], size && [...size])).toMatchObject({ error })
  expect(open).toEqual([])
})

test('[PROF-3] the page refuses a photo over 10 MB, and uploads one of 320 px', async () => {
  const limit = 10 * 1024 * 1024
  const large = new Blob([new Uint8Array(limit + 1)])
  expect(await prepareOnPage(large)).toEqual({ error: 'photo_too_large', limit })
  expect(await prepared(JPEG, [320, 320])).not.toHaveProperty('error')
})
