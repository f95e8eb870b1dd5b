import sharp, { type Sharp } from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  BAND_PAIRS,
  bitsBetween,
  isDistinctive,
  nearPairs,
  pairValue,
  SAME_PHOTO_BITS,
  type PhotoBands,
} from '#contract/rules/photo-likeness.ts'
import { createPhotoPipeline, isPhotoRefusal } from '../../adapters/photo-pipeline.ts'
import type { TestMember } from '../../testing/members.ts'
import { upload } from '../../testing/photos.ts'
import { seededBytes } from '../../testing/random.ts'
import { isPostgres } from '../../testing/test-engine.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let anna: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna')
  bert = await server.signUp('Bert')
})
afterEach(() => server.close())

/** A picture with forty shapes, different for each number. */
const scene = (number: number): Sharp => {
  const bytes = seededBytes(number)(200)
  const at = (place: number): number => (bytes[place] ?? 0) / 255
  const shapes = Array.from({ length: 40 }, (_, shape) => {
    const [x, y, size, grey] = [0, 1, 2, 3].map((place) => at(shape * 5 + place))
    return `<circle cx="${(x ?? 0) * 800}" cy="${(y ?? 0) * 600}" r="${20 + (size ?? 0) * 90}" fill="hsl(${(grey ?? 0) * 360} 50% ${20 + (grey ?? 0) * 60}%)"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="#777"/>${shapes.join('')}</svg>`
  return sharp(Buffer.from(svg)).flatten()
}
const prepare = createPhotoPipeline()
const bandsOfFile = async (file: Buffer): Promise<PhotoBands> => {
  const result = await prepare(file)
  if (isPhotoRefusal(result)) throw new Error(result.error)
  return result.bands
}
const flags = () => server.deps.read.flags.openFlags(9)

describe('[GUARD-3] the perceptual hash', () => {
  test.each([
    ['another size', (image: Sharp) => image.resize(640, 480).jpeg()],
    ['a bad quality', (image: Sharp) => image.jpeg({ quality: 20 })],
    ['another format', (image: Sharp) => image.png()],
    ['a brighter copy', (image: Sharp) => image.modulate({ brightness: 1.15 }).jpeg()],
    ['a copy without colours', (image: Sharp) => image.greyscale().jpeg()],
    ['a slightly cropped copy', (image: Sharp) => image.extract({ left: 6, top: 4, width: 788, height: 592 }).jpeg()],
  ])('%s has a hash that differs in at most six bits', async (_, copied) => {
    for (let number = 1; number <= 4; number += 1) {
      const original = await bandsOfFile(await scene(number).jpeg({ quality: 95 }).toBuffer())
      const copy = await bandsOfFile(await copied(scene(number)).toBuffer())
      expect(isDistinctive(original)).toBe(true)
      expect(bitsBetween(original, copy)).toBeLessThanOrEqual(SAME_PHOTO_BITS)
    }
  })

  test('other pictures have hashes that differ in more than 12 bits, and a flat picture identifies nothing', async () => {
    const bands: PhotoBands[] = []
    for (let number = 1; number <= 12; number += 1) bands.push(await bandsOfFile(await scene(number).jpeg().toBuffer()))
    const between = bands.flatMap((one, place) => bands.slice(place + 1).map((other) => bitsBetween(one, other)))
    expect(Math.min(...between)).toBeGreaterThan(12)
    const flat = sharp({ create: { width: 500, height: 500, channels: 3, background: '#888' } })
    expect(isDistinctive(await bandsOfFile(await flat.jpeg().toBuffer()))).toBe(false)
  })

  test('a search finds it whichever six bits differ', () => {
    const random = seededBytes(7)
    for (let round = 0; round < 500; round += 1) {
      const bands: [number, number, number, number] = [0, 0, 0, 0]
      for (const byte of random(6)) {
        const bit = byte % 64
        const band = (bit >> 4) as 0 | 1 | 2 | 3
        bands[band] ^= 1 << (bit % 16)
      }
      const isFound = BAND_PAIRS.some(([one, other]) => nearPairs(0, 0).includes(pairValue(bands[one], bands[other])))
      expect(isFound).toBe(true)
    }
  })
})

describe('[GUARD-3] a near-identical photo on another account', () => {
  test('raises a flag for the desk; the same one on the own account is not', async () => {
    await upload(server, anna, await scene(1).jpeg({ quality: 95 }).toBuffer())
    await upload(server, anna, await scene(1).jpeg({ quality: 50 }).toBuffer())
    await upload(server, bert, await scene(2).jpeg().toBuffer())
    expect(await flags()).toEqual([])
    await upload(server, bert, await scene(1).resize(640, 480).jpeg({ quality: 60 }).toBuffer())
    expect(await flags()).toMatchObject([
      { member: bert.id, kind: 'photo', severity: 'harm', photo: 4, facts: { alike: [1, 2] } },
    ])
  })

  test('raises no flag once the other photo is deleted', async () => {
    await upload(server, anna, await scene(1).jpeg().toBuffer())
    await server.as(anna)('photos.delete', { params: { id: '1' } })
    expect(server.sql('select * from photo_hashes')).toEqual([])
    await upload(server, bert, await scene(1).jpeg().toBuffer())
    expect(await flags()).toEqual([])
  })

  // SQLite's plan.
  test('a search reads an index for each pair of bands', { skip: isPostgres }, () => {
    for (const [one, other] of BAND_PAIRS) {
      const plan = server.sql(
        `explain query plan select photo, band0, band1, band2, band3 from photo_hashes
          where cast("band${one}" * 65536 + "band${other}" as bigint) in (select cast(value as bigint) from json_each('[1,2]'))`,
      )
      expect(JSON.stringify(plan)).toContain(`USING INDEX photo_hashes_${one}${other}`)
    }
  })
})
