/** Draws portraits and stores them like uploaded photos: WebP in four sizes. */
import sharp from 'sharp'
import { render, type Pixels } from '../adapters/photo-pipeline.ts'
import type { PhotoStore } from '../adapters/photo-store.ts'
import { CLOTHES, OTHER_FACES, type Look } from './look.ts'
import { portraitSvg } from './portrait-svg.ts'
import type { Random } from './random.ts'

const WIDTH = 800
const HEIGHT = 1000

/** The number drawn at once: libvips has its own threads, so few drawings keep them busy. */
const AT_ONCE = 4

/** One photo of a person: the seeded random stream decides the background, so it can be drawn again. */
export type Drawing = { look: Look; random: Random }

/** A stored photo: content hash and corner colours. */
export type Portrait = { hash: string; colours: string }

/** @returns the photos, in the order of the drawings */
export const drawPortraits = async (drawings: readonly Drawing[], store: PhotoStore): Promise<Portrait[]> => {
  const portraits: Portrait[] = []
  const threads = sharp.concurrency(1)
  let next = 0
  const draw = async (): Promise<void> => {
    for (let at = next++; at < drawings.length; at = next++) {
      const drawing = drawings[at]
      if (!drawing) continue
      const pixels = await pixelsOf(portraitSvg(drawing.look, drawing.random))
      // More WebP effort hardly makes flat colours smaller.
      const { renditions, colours } = await render(pixels, { fullEffort: 0 })
      portraits[at] = { hash: await store.put(renditions), colours }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, draw))
  sharp.concurrency(threads)
  return portraits
}

/** Another photo of the same person: another expression, another shirt, sometimes sunglasses. */
export const otherPhotoOf = (look: Look, random: Random): Look => ({
  ...look,
  face: random.pick(OTHER_FACES.filter((face) => face !== look.face)),
  cloth: random.pick(CLOTHES.filter((cloth) => cloth !== look.cloth)),
  ...(random.chance(0.15) && { accessory: random.pick(['sunglasses', 'sunglasses2']) }),
})

const pixelsOf = (svg: string): Promise<Pixels> =>
  sharp(Buffer.from(svg), { density: 72 })
    .resize(WIDTH, HEIGHT)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
