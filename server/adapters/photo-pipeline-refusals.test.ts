/** Files that are not photos, or photos made to exhaust the server: each is refused with its error [PROF-3]. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { PHOTO_AREA_MAX, PHOTO_PIXELS_MIN, PHOTO_SIDE_MAX } from '#contract/limits.ts'
import { animatedWebp, claimedPng, jpegOf, LAUGHING_SVG, picture, ZIP } from '../testing/photos.ts'
import { createPhotoPipeline, isPhotoRefusal } from './photo-pipeline.ts'
import { sniff } from './photo-type.ts'

const prepare = createPhotoPipeline()

const refused = async (file: Uint8Array | string): Promise<unknown> => {
  const result = await prepare(typeof file === 'string' ? Buffer.from(file) : file)
  return isPhotoRefusal(result) ? result : 'let through'
}

describe('[PROF-3] a file that is not a photo, or a bomb, is refused with its error', () => {
  test('photo_type: the bytes decide, not the name', async () => {
    const gif = await picture(400, 400).gif().toBuffer()
    const tiff = await picture(400, 400).tiff().toBuffer()
    const avif = await picture(400, 400).avif({ effort: 0 }).toBuffer()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"/>'
    const others = { gif, tiff, avif, svg, laughing: LAUGHING_SVG, svgz: gzipSync(LAUGHING_SVG) }
    const texts = {
      empty: '',
      one: 'x',
      html: '<html><body>',
      pdf: '%PDF-1.7\n',
      zip: ZIP,
      riff: 'RIFF....WAVE',
      ftyp: '....ftypmp42',
    }
    for (const [name, file] of Object.entries({ ...others, ...texts }))
      expect([name, await refused(file)]).toEqual([name, { error: 'photo_type' }])
    expect(await refused(readFileSync(import.meta.filename))).toEqual({ error: 'photo_type' })
  })

  test('photo_type: a photo that is also another type of file', async () => {
    const photo = await jpegOf()
    const png = await picture(400, 400).png().toBuffer()
    const commented = Buffer.concat([
      photo.subarray(0, 2),
      Buffer.from('\u00ff\u00fe\u0000\u0022<script>alert(document.cookie)</script>', 'latin1'),
      photo.subarray(2),
    ])
    const zipWithComment = Buffer.from(ZIP)
    zipWithComment.writeUInt16LE(4, 20)
    const polyglots = {
      zip: Buffer.concat([photo, ZIP]),
      'zip with a comment': Buffer.concat([png, zipWithComment, Buffer.from('hey!')]),
      page: Buffer.concat([photo, Buffer.from('<HTML><body onload=alert(1)>')]),
      script: commented,
      php: Buffer.concat([png, Buffer.from('<?php system($_GET[0]);')]),
      pdf: Buffer.concat([
        photo.subarray(0, 2),
        Buffer.from('\u00ff\u00fe\u0000\u000a%PDF-1.7', 'latin1'),
        photo.subarray(2),
      ]),
    }
    for (const [name, file] of Object.entries(polyglots))
      expect([name, await refused(file)]).toEqual([name, { error: 'photo_type' }])
  })

  test('photo_broken: truncated anywhere, or damaged inside', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const file = await picture(800, 600)[format]().toBuffer()
      for (const part of [0.3, 0.6, 0.9])
        expect([format, part, await refused(file.subarray(0, file.length * part))]).toEqual([
          format,
          part,
          { error: 'photo_broken' },
        ])
    }
    const spoiled = await picture(800, 600).png().toBuffer()
    spoiled.fill(0, spoiled.length / 2, spoiled.length / 2 + 40)
    expect(await refused(spoiled)).toEqual({ error: 'photo_broken' })
    expect(await refused(Buffer.from('\u00ff\u00d8\u00ff\u00e0 and nothing more', 'latin1'))).toEqual({
      error: 'photo_broken',
    })
    expect(await refused(claimedPng(1_000, 1_000))).toEqual({ error: 'photo_broken' })
  })

  test('photo_animated: WebP, PNG and HEIF with animation', async () => {
    expect(await refused(await animatedWebp())).toEqual({ error: 'photo_animated' })
    expect(await refused(claimedPng(400, 400, { frames: 3 }))).toEqual({ error: 'photo_animated' })
    expect(await refused('\u0000\u0000\u0000\u0018ftyphevc....')).toEqual({ error: 'photo_animated' })
  })

  test('photo_too_small: a side below 320 pixels', async () => {
    const small = { error: 'photo_too_small', limit: PHOTO_PIXELS_MIN }
    expect(await refused(await picture(319, 900).jpeg().toBuffer())).toEqual(small)
    expect(await refused(await picture(900, 319).png().toBuffer())).toEqual(small)
    expect(await refused(await picture(320, 320).png().toBuffer())).toBe('let through')
  })

  test('photo_dimensions: sides and areas beyond any camera', async () => {
    const long = { error: 'photo_dimensions', limit: PHOTO_SIDE_MAX }
    const large = { error: 'photo_dimensions', limit: PHOTO_AREA_MAX }
    expect(await refused(claimedPng(50_000, 50_000))).toEqual(long)
    expect(await refused(claimedPng(20_001, 400))).toEqual(long)
    expect(await refused(claimedPng(12_000, 12_000))).toEqual(large)
  })

  test('photo_dimensions: a small file that would need too much memory to unpack', async () => {
    const large = { error: 'photo_dimensions', limit: PHOTO_AREA_MAX }
    expect(await refused(claimedPng(9_000, 9_000, { interlaced: true, deep: true }))).toEqual(large)
    expect(await refused(claimedPng(9_000, 9_000))).toEqual({ error: 'photo_broken' })
  })

  test('photo_dimensions: a progressive JPEG whose rows are complete only at the end', async () => {
    const file = await sharp({ create: { width: 5_300, height: 5_300, channels: 3, background: '#446' } })
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer()
    expect(file.length).toBeLessThan(1_000_000)
    expect(await refused(file)).toEqual({ error: 'photo_dimensions', limit: PHOTO_AREA_MAX })
  })
})

test('a photo with a clip or a second exposure appended, as phones make it, is accepted', async () => {
  const photo = await jpegOf()
  expect(sniff(Buffer.concat([photo, Buffer.from('....ftypmp42....'), photo]))).toEqual({
    type: 'jpeg',
    isAnimated: false,
  })
  expect(sniff(Buffer.concat([photo, Buffer.from('PK\u0005\u0006 by chance', 'latin1')]))).not.toBeNull()
})
