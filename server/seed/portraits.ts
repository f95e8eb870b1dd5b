/** Draws portraits and puts them into the photo store as any uploaded photo: WebP, three sizes. */
import sharp from 'sharp'
import type { PhotoStore, Renditions } from '../adapters/photo-store.ts'
import { CLOTHES, OTHER_FACES, type Look } from './look.ts'
import { portraitSvg } from './portrait-svg.ts'
import type { Random } from './random.ts'

const WIDTH = 800
const HEIGHT = 1000
/** Where a face is: the square of a thumbnail is cut at this part of the height that is left over. */
const FACE_AT = 0.42

/** How many are drawn at once: libvips works in its own threads, so few are enough to keep them busy. */
const AT_ONCE = 4

/** One photo of a person: the seed's stream decides the ground, so that it can be drawn again. */
export type Drawing = { look: Look; random: Random }

/** @returns the content hashes, in the order of the drawings */
export const drawPortraits = async (drawings: readonly Drawing[], store: PhotoStore): Promise<string[]> => {
  const hashes: string[] = []
  const threads = sharp.concurrency(1)
  let next = 0
  const draw = async (): Promise<void> => {
    for (let at = next++; at < drawings.length; at = next++) {
      const drawing = drawings[at]
      if (drawing) hashes[at] = await store.put(await render(portraitSvg(drawing.look, drawing.random)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, draw))
  sharp.concurrency(threads)
  return hashes
}

/** Another photo of the same person: another face, another shirt, now and then sunglasses. */
export const otherPhotoOf = (look: Look, random: Random): Look => ({
  ...look,
  face: random.pick(OTHER_FACES.filter((face) => face !== look.face)),
  cloth: random.pick(CLOTHES.filter((cloth) => cloth !== look.cloth)),
  ...(random.chance(0.15) && { accessory: random.pick(['sunglasses', 'sunglasses2']) }),
})

const render = async (svg: string): Promise<Renditions> => {
  const { data, info } = await sharp(Buffer.from(svg), { density: 72 })
    .resize(WIDTH, HEIGHT)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { raw: { width: info.width, height: info.height, channels: info.channels } }
  const top = Math.round((HEIGHT - WIDTH) * FACE_AT)
  const [full, card, thumb, blur] = await Promise.all([
    sharp(data, raw).webp({ quality: 80, effort: 0 }).toBuffer(),
    sharp(data, raw).resize(400, 500).webp({ quality: 70, effort: 2 }).toBuffer(),
    sharp(data, raw)
      .extract({ left: 0, top, width: WIDTH, height: WIDTH })
      .resize(160, 160)
      .webp({ quality: 75, effort: 2 })
      .toBuffer(),
    sharp(data, raw).resize(24, 30).blur(2).webp({ quality: 50, effort: 2 }).toBuffer(),
  ])
  return { full, card, thumb, blur }
}
