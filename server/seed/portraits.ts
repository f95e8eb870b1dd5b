/** Draws portraits and stores them like uploaded photos: WebP in four sizes. */
import sharp from 'sharp'
import { render, type Pixels } from '../adapters/photo-pipeline.ts'
import type { FileStore } from '../adapters/file-store.ts'
import { portraitSvg } from './portrait-svg.ts'
import type { Shot } from './shots.ts'

const WIDTH = 800
const HEIGHT = 1000

/** The number drawn at once: libvips has its own threads, so few drawings keep them busy. */
const AT_ONCE = 4

/** A stored photo: content hash and corner colours. */
export type Portrait = { hash: string; colours: string }

/** @returns the photos, in the order of the shots */
export const drawPortraits = async (shots: readonly Shot[], store: FileStore): Promise<Portrait[]> => {
  const portraits: Portrait[] = []
  const threads = sharp.concurrency(1)
  let next = 0
  const draw = async (): Promise<void> => {
    for (let at = next++; at < shots.length; at = next++) {
      const shot = shots[at]
      if (!shot) continue
      const pixels = await pixelsOf(portraitSvg(shot))
      // More WebP effort hardly makes flat colours smaller.
      const { renditions, colours } = await render(pixels, { fullEffort: 0 })
      portraits[at] = { hash: await store.put(renditions), colours }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, draw))
  sharp.concurrency(threads)
  return portraits
}

const pixelsOf = (svg: string): Promise<Pixels> =>
  sharp(Buffer.from(svg), { density: 72 })
    .resize(WIDTH, HEIGHT)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
