/** Photographs for tests: each another, with the place it was taken at in it, as a phone writes it. */
import sharp from 'sharp'

export type Picture = { name: string; mimeType: string; buffer: Buffer }

/** A photograph of more than half a megabyte, also once it is prepared: noise cannot be compressed. */
export const noisyPicture = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 1_400,
      height: 1_400,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer()

/** @param count how many; the same number gives the same pictures */
export const pictures = (count: number): Promise<Picture[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: `photo-${index + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await sharp({
        create: { width: 900, height: 1_200, channels: 3, background: { r: (index * 37) % 255, g: 120, b: 200 } },
      })
        .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 27/1 51/1' } })
        .jpeg()
        .toBuffer(),
    })),
  )
