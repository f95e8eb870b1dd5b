import { expect, test } from 'vitest'
import { PHOTO_BYTES_MAX } from '#contract/limits.ts'
import { preparePhoto, type Canvas, type Picture } from './photos.ts'

const codes = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0))

const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe1, 1, 2, 3])
const HEIC = new Uint8Array([0, 0, 0, 24, ...codes('ftypheic')])
const ANIMATED = new Uint8Array(codes('RIFF0000WEBPVP8X0000\u0002'))

const canvas = (picture: { width: number; height: number } | null, makes = 'image/webp', isTrue = true) => {
  const drawn: { width: number; height: number }[] = []
  const asked: string[] = []
  let open = 0
  const fake: Canvas = {
    isTrue: () => isTrue,
    decode: async () => {
      if (!picture) throw new DOMException('The source image could not be decoded', 'InvalidStateError')
      open += 1
      return { ...picture, close: () => void (open -= 1) } satisfies Picture
    },
    draw: (_, size) => {
      drawn.push(size)
      return {
        pixels: () => Array.from({ length: size.width * size.height * 4 }, () => 0xab),
        encode: async (type) => {
          asked.push(type)
          return new Blob(['made'], { type: type === 'image/webp' ? makes : type })
        },
      }
    },
  }
  return { fake, drawn, asked, openPictures: () => open }
}

const prepare = (fake: Canvas, bytes: Uint8Array<ArrayBuffer>, progress: (done: number) => void = () => {}) =>
  preparePhoto(fake, new Blob([bytes]), progress)

test('[PROF-4] a photo is resized to at most 1600 px and encoded again, with progress to the end', async () => {
  const { fake, drawn, openPictures } = canvas({ width: 4032, height: 3024 })
  const shares: number[] = []
  const made = await prepare(fake, JPEG, (done) => shares.push(done))
  expect(made).toMatchObject({ width: 1600, height: 1200, colours: 'ababab'.repeat(4) })
  // The upload contains nothing of the file itself.
  expect('photo' in made && (await made.photo.text())).toBe('made')
  expect(drawn[0]).toEqual({ width: 1600, height: 1200 })
  expect(shares).toEqual(shares.toSorted((one, other) => one - other))
  expect(shares.at(-1)).toBe(1)
  expect(openPictures()).toBe(0)
})

test('[PROF-4] a browser without WebP encoding encodes a JPEG', async () => {
  const { fake, asked } = canvas({ width: 800, height: 600 }, 'image/png')
  const made = await prepare(fake, JPEG)
  expect('photo' in made && made.photo.type).toBe('image/jpeg')
  expect(asked).toEqual(['image/webp', 'image/jpeg'])
})

test('[PROF-4] a browser that falsifies drawings uploads the file itself, and the server alone encodes it again', async () => {
  const { fake, asked, openPictures } = canvas({ width: 4032, height: 3024 }, 'image/webp', false)
  const made = await prepare(fake, JPEG)
  expect(made).toMatchObject({ width: 1600, height: 1200, colours: '' })
  expect('photo' in made && made.photo.type).toBe('image/jpeg')
  expect('photo' in made && new Uint8Array(await made.photo.arrayBuffer())).toEqual(JPEG)
  expect(asked).toEqual([])
  expect(openPictures()).toBe(0)
})

test('[PROF-3] a file that cannot be a photo is refused with its error', async () => {
  const { fake, openPictures } = canvas({ width: 319, height: 4000 })
  expect(await prepare(fake, JPEG)).toEqual({ error: 'photo_too_small', limit: 320 })
  expect(openPictures()).toBe(0)
  expect(await prepare(fake, ANIMATED)).toEqual({ error: 'photo_animated' })
  expect(await prepare(fake, new TextEncoder().encode('<svg onload=alert(1)>'))).toEqual({ error: 'photo_type' })
  expect(await prepare(fake, new Uint8Array())).toEqual({ error: 'photo_type' })
  const none = canvas(null)
  expect(await prepare(none.fake, JPEG)).toEqual({ error: 'photo_broken' })
  expect(await prepare(none.fake, HEIC)).toEqual({ error: 'photo_heic' })
})

test('[PROF-3] a file beyond 10 MB is not even read', async () => {
  const { fake } = canvas({ width: 800, height: 600 })
  const large = { size: PHOTO_BYTES_MAX + 1 } as Blob
  expect(await preparePhoto(fake, large, () => {})).toEqual({ error: 'photo_too_large', limit: PHOTO_BYTES_MAX })
})
