/** Makes the four sizes of a photo and its corner colours from its pixels [PROF-4]. */
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import type { PhotoSize } from '#contract/entities/photo.ts'

/** The WebP file of each size. */
export type Renditions = Record<PhotoSize, Uint8Array>

/** Pixels with three channels, not wider or higher than a stored photo. */
export type Pixels = { data: Buffer; info: Pick<OutputInfo, 'width' | 'height' | 'channels'> }

export type Rendered = {
  renditions: Renditions
  /** Four corner colours, `rrggbb` each, top left to bottom right. */
  colours: string
  /** The size of the full rendition, in pixels. */
  width: number
  height: number
}

const CARD = { width: 400, height: 500, at: 0.3 }
/** Faces are usually above the middle: a crop leaves out this share of the surplus height at its top. */
const THUMB = { width: 160, height: 160, at: 0.42 }
const BLUR = { width: 24, height: 30, sigma: 2 }

type Options = {
  /** WebP's effort (0 to 6) for the full rendition. */
  fullEffort?: number
}

export const render = async (pixels: Pixels, { fullEffort = 2 }: Options = {}): Promise<Rendered> => {
  // One rendition after another: each photo gets one thread and the memory of one encoder.
  const full = await of(pixels).webp({ quality: 80, effort: fullEffort }).toBuffer()
  const cardPixels = await cropped(pixels, CARD)
  const card = await of(cardPixels).webp({ quality: 72, effort: 2 }).toBuffer()
  const blur = await blurred(of(cardPixels))
  const thumb = await of(await cropped(pixels, THUMB))
    .webp({ quality: 75, effort: 2 })
    .toBuffer()
  const { width, height } = pixels.info
  return { renditions: { full, card, thumb, blur }, colours: await coloursOf(pixels), width, height }
}

/**
 * The rendition for viewers from whom the photo is locked [PROF-6]: a few hundred pixels, blurred over twice their
 * distance, so that nobody on it can be recognised.
 * @param image in the shape of a card
 */
export const blurred = (image: Sharp): Promise<Buffer> =>
  image.resize(BLUR.width, BLUR.height, { fit: 'fill' }).blur(BLUR.sigma).webp({ quality: 50, effort: 2 }).toBuffer()

const of = ({ data, info: { width, height, channels } }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } })

/** The largest part of the wanted shape, centred horizontally, placed vertically by `at`, and resized. */
const cropped = (pixels: Pixels, wanted: typeof CARD): Promise<Pixels> => {
  const { width, height } = pixels.info
  const scale = Math.min(width / wanted.width, height / wanted.height)
  const [part, tall] = [Math.round(wanted.width * scale), Math.round(wanted.height * scale)]
  const left = Math.round((width - part) / 2)
  const top = Math.round((height - tall) * wanted.at)
  return of(pixels)
    .extract({ left, top, width: part, height: tall })
    .resize(wanted.width, wanted.height, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
}

const coloursOf = async (pixels: Pixels): Promise<string> =>
  (await of(pixels).resize(2, 2, { fit: 'fill' }).raw().toBuffer()).toString('hex')
