import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { jpegOf, picture } from '../testing/photos.ts'
import { createGate } from './photo-gate.ts'
import { DECODING_ROOM, createPhotoPipeline, isPhotoRefusal, type RenderedPhoto } from './photo-pipeline.ts'

const prepare = createPhotoPipeline()

const prepared = async (file: Uint8Array): Promise<RenderedPhoto> => {
  const result = await prepare(file)
  if (isPhotoRefusal(result)) throw new Error(`Refused: ${result.error}`)
  return result
}

const pixelsOf = (file: Uint8Array) => sharp(file).raw().toBuffer({ resolveWithObject: true })

/** The colour at a part of the width and height, 0 to 1. */
const colourAt = async (file: Uint8Array, across: number, down: number): Promise<number[]> => {
  const { data, info } = await pixelsOf(file)
  const at = (Math.floor(down * (info.height - 1)) * info.width + Math.floor(across * (info.width - 1))) * info.channels
  return [...data.subarray(at, at + 3)]
}

const isNear = (one: readonly number[], other: readonly number[], within = 12): boolean =>
  one.every((value, at) => Math.abs(value - (other[at] ?? 0)) <= within)

const sizesOf = async (file: Uint8Array) => {
  const { renditions } = await prepared(file)
  const sizes = await Promise.all(
    Object.entries(renditions).map(async ([size, bytes]) => {
      const { format, width, height } = await sharp(bytes).metadata()
      return [size, `${format} ${width}×${height}`]
    }),
  )
  return Object.fromEntries(sizes) as Record<string, string>
}

const spread = async (bytes: Uint8Array) => (await sharp(bytes).stats()).channels[0]?.stdev ?? Number.NaN

describe('[PROF-4] a stored photo', () => {
  test('is WebP in four sizes, the largest of at most 1600 pixels, never enlarged', async () => {
    const rest = { card: 'webp 400×500', thumb: 'webp 160×160', blur: 'webp 24×30' }
    const large = await picture(4_000, 3_000).jpeg().toBuffer()
    expect(await sizesOf(large)).toEqual({ full: 'webp 1600×1200', ...rest })
    expect(await sizesOf(await jpegOf())).toEqual({ full: 'webp 640×480', ...rest })
    expect(await sizesOf(await picture(320, 2_000).png().toBuffer())).toEqual({ full: 'webp 256×1600', ...rest })
  })

  test.each(['jpeg', 'png', 'webp'] as const)('may come as %s', async (format) => {
    const { renditions } = await prepared(await picture(400, 400)[format]().toBuffer())
    const [sent, kept] = [await colourAt(await picture(400, 400).png().toBuffer(), 0.9, 0.9), renditions.full]
    expect(isNear(await colourAt(kept, 0.9, 0.9), sent)).toBe(true)
  })

  test('[PROF-3] may come as HEIC if it can be decoded, and is refused with its error otherwise', async () => {
    const avif = await picture(400, 400).avif({ effort: 0 }).toBuffer()
    const heic = Buffer.from(avif)
    heic.write('heic', 8, 'latin1')
    expect((await prepared(heic)).renditions.full.length).toBeGreaterThan(0)
    const unreadable = Buffer.from(heic.toString('latin1').replaceAll('av01', 'hvc1'), 'latin1')
    expect(await prepare(unreadable)).toEqual({ error: 'photo_type' })
  })

  test('contains no metadata in any size: no position, no camera, no colour profile', async () => {
    const file = await picture(800, 600)
      .withExif({
        IFD0: { Make: 'Kamera', ImageDescription: 'at home', Artist: 'Anna' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '45/1 27/1 50/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '9/1 11/1 25/1',
        },
      })
      .withIccProfile('p3')
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>at home</secret></x:xmpmeta>')
      .jpeg()
      .toBuffer()
    const before = await sharp(file).metadata()
    expect([before.exif, before.icc, before.xmp].map((part) => part !== undefined)).toEqual([true, true, true])
    expect(file.includes('Kamera')).toBe(true)

    const { renditions } = await prepared(file)
    for (const bytes of Object.values(renditions)) {
      const { exif, icc, xmp, iptc, orientation } = await sharp(bytes).metadata()
      expect([exif, icc, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined])
      const kept = Buffer.from(bytes)
      for (const trace of ['Kamera', 'Anna', 'at home', 'GPS', 'Exif', 'EXIF', 'ICCP', 'XMP'])
        expect([trace, kept.includes(trace)]).toEqual([trace, false])
    }
  })

  test('[PROF-3] contains no data that was appended to the file', async () => {
    const tail = Buffer.concat([Buffer.alloc(24), Buffer.from('ftypmp42 a moving photo and where it was taken')])
    const [plain, tailed] = [await jpegOf(), Buffer.concat([await jpegOf(), tail])]
    expect(await prepared(tailed)).toEqual(await prepared(plain))
  })

  test('is upright for every camera orientation', async () => {
    // As seen: red above, blue below, green on the left.
    const seen = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#0000ff' } })
      .composite([
        { input: { create: { width: 600, height: 200, channels: 3, background: '#ff0000' } }, top: 0, left: 0 },
        { input: { create: { width: 100, height: 400, channels: 3, background: '#00ff00' } }, top: 0, left: 0 },
      ])
      .png()
      .toBuffer()
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      const file = await asHeld(seen, orientation)
      const { renditions } = await prepared(file)
      const { width, height } = await sharp(renditions.full).metadata()
      expect([orientation, width, height]).toEqual([orientation, 600, 400])
      const colours = await Promise.all([
        colourAt(renditions.full, 0.9, 0.1),
        colourAt(renditions.full, 0.9, 0.9),
        colourAt(renditions.full, 0.05, 0.5),
      ])
      const wanted = [
        [255, 0, 0],
        [0, 0, 255],
        [0, 255, 0],
      ]
      expect([orientation, colours.map((colour, at) => isNear(colour, wanted[at] ?? [], 40))]).toEqual([
        orientation,
        [true, true, true],
      ])
    }
  })

  test('has the colours of its profile as sRGB, grey as grey, and white behind transparent parts', async () => {
    const plain = { create: { width: 400, height: 400, channels: 3, background: '#c83232' } } as const
    const wide = await sharp(plain).withIccProfile('p3').png().toBuffer()
    // In Display P3 the same colour has other numbers.
    expect(
      isNear([...(await sharp(wide, { ignoreIcc: true }).raw().toBuffer()).subarray(0, 3)], [200, 50, 50], 3),
    ).toBe(false)
    expect(isNear(await colourAt((await prepared(wide)).renditions.full, 0.5, 0.5), [200, 50, 50], 4)).toBe(true)
    const grey = await sharp(plain).greyscale().toColourspace('b-w').png().toBuffer()
    const [one, two, three] = await colourAt((await prepared(grey)).renditions.full, 0.5, 0.5)
    expect(isNear([one ?? 0, two ?? 0], [three ?? 0, three ?? 0], 3)).toBe(true)
    const cmyk = await sharp(plain).toColourspace('cmyk').jpeg().toBuffer()
    expect((await pixelsOf((await prepared(cmyk)).renditions.full)).info.channels).toBe(3)
    const clear = await sharp({ create: { ...plain.create, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer()
    expect(await colourAt((await prepared(clear)).renditions.full, 0.5, 0.5)).toEqual([255, 255, 255])
  })

  test('has its four corner colours', async () => {
    const file = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#ff0000' } })
      .composite([
        { input: { create: { width: 200, height: 200, channels: 3, background: '#00ff00' } }, top: 0, left: 200 },
        { input: { create: { width: 200, height: 200, channels: 3, background: '#0000ff' } }, top: 200, left: 0 },
        { input: { create: { width: 200, height: 200, channels: 3, background: '#ffffff' } }, top: 200, left: 200 },
      ])
      .png()
      .toBuffer()
    const { colours } = await prepared(file)
    expect(colours).toMatch(/^[0-9a-f]{24}$/)
    const corners = (colours.match(/.{6}/g) ?? []).map((hex) => Array.from(Buffer.from(hex, 'hex')))
    const wanted = [
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
      [255, 255, 255],
    ]
    expect(corners.map((corner, at) => isNear(corner, wanted[at] ?? [], 60))).toEqual([true, true, true, true])
  })

  test('[PROF-6] the blurred rendition shows no detail: stripes of a face’s size disappear', async () => {
    const stripes = Array.from({ length: 40 }, (_, at) => `<rect x="${at * 20}" width="10" height="1000"/>`).join('')
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1000"><rect width="800" height="1000" fill="#fff"/>${stripes}</svg>`
    const { renditions } = await prepared(await sharp(Buffer.from(svg)).flatten().png().toBuffer())
    expect(await spread(renditions.full)).toBeGreaterThan(100)
    expect(await spread(renditions.blur)).toBeLessThan(10)
    expect(renditions.blur.length).toBeLessThan(400)
  })
})

/** Stores the picture as a camera does: turned or mirrored, with the orientation that undoes it. */
const asHeld = async (seen: Buffer, orientation: number): Promise<Buffer> => {
  const undo: Record<number, (image: Sharp) => Sharp> = {
    1: (image) => image,
    2: (image) => image.flop(),
    3: (image) => image.rotate(180),
    4: (image) => image.flip(),
    5: (image) => image.flop().rotate(270),
    6: (image) => image.rotate(270),
    7: (image) => image.flop().rotate(90),
    8: (image) => image.rotate(90),
  }
  const turned = await (undo[orientation]?.(sharp(seen)) ?? sharp(seen)).png().toBuffer()
  const file = await sharp(turned)
    .withMetadata({ orientation })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
  // sharp's own rotation must give the same result, which proves the test's own turns.
  expect(isNear(await colourAt(await sharp(file).autoOrient().png().toBuffer(), 0.9, 0.1), [255, 0, 0], 40)).toBe(true)
  return file
}

test('[SAFE-6] at most two photos are decoded at a time, however many are uploaded', async () => {
  const gate = createGate({ room: DECODING_ROOM })
  let [inside, most] = [0, 0]
  const counted = createPhotoPipeline({
    enter: async (size) => {
      const leave = await gate.enter(size)
      inside += 1
      most = Math.max(most, inside)
      return () => {
        inside -= 1
        leave?.()
      }
    },
  })
  const files = await Promise.all(Array.from({ length: 12 }, (_, number) => jpegOf(number)))
  const results = await Promise.all(files.map((file) => counted(file)))
  expect(results.filter((result) => !isPhotoRefusal(result)).length).toBe(12)
  expect([inside, most]).toEqual([0, 2])
})
