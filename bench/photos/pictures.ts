/** Photos for the bench: grain and shapes, so that they weigh what photos of a camera weigh. */
import sharp, { type Sharp } from 'sharp'

/** Grain is made once at this size and enlarged: making it takes longer than encoding it. */
const GRAIN = 1_200

const grained = async (width: number, height: number, sigma: number): Promise<Sharp> => {
  const grain = await sharp({
    create: {
      width: GRAIN,
      height: GRAIN,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return sharp(grain).resize(width, height, { fit: 'fill', kernel: 'cubic' })
}

/** As a phone prepares it before it is sent. */
export const preparedPhoto = async (): Promise<Buffer> =>
  (await grained(1_600, 1_200, 30)).webp({ quality: 82 }).toBuffer()

/** As a camera stores it: 24 million pixels, somewhat below ten MB. */
export const cameraPhoto = async (): Promise<Buffer> =>
  (await grained(6_000, 4_000, 60)).jpeg({ quality: 90 }).toBuffer()

/** As much memory as a file may ask for that is let through: its rows are complete only at the end. */
export const progressivePhoto = async (): Promise<Buffer> =>
  (await grained(6_000, 4_100, 40)).jpeg({ quality: 60, progressive: true }).toBuffer()
