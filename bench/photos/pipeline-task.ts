/** Photos made ready by our pipeline, and the same renditions with sharp alone, turn by turn; as many threads for both. */
import sharp from 'sharp'
import { PHOTO_FULL } from '#contract/limits.ts'
import { createPhotoPipeline, isPhotoRefusal } from '../../server/adapters/photo-pipeline.ts'
import { serveTask } from '../process/task.ts'
import { median } from '../report.ts'
import { PipelineLoad, type PipelineRates } from './load.ts'
import { cameraPhoto, preparedPhoto } from './pictures.ts'

const AT_ONCE = 2

serveTask(PipelineLoad, async ({ rounds, photos }): Promise<PipelineRates> => {
  const prepare = createPhotoPipeline()
  // Most come prepared by the device; now and then one does not.
  const [small, large] = [await preparedPhoto(), await cameraPhoto()]
  const files = Array.from({ length: photos }, (_, at) => (at % 8 === 7 ? large : small))
  const ways = {
    ours: async (file: Buffer) => {
      const result = await prepare(file)
      if (isPhotoRefusal(result)) throw new Error(`Our pipeline refused a photo: ${result.error}`)
    },
    sharpAlone,
  }
  const rates: Record<keyof typeof ways, number[]> = { ours: [], sharpAlone: [] }
  for (let round = 0; round <= rounds; round += 1) {
    for (const way of ['ours', 'sharpAlone'] as const) {
      const rate = await ratePerSecond(files, ways[way])
      // The first round warms up.
      if (round > 0) rates[way].push(rate)
    }
  }
  return { ours: median(rates.ours), sharpAlone: median(rates.sharpAlone) }
})

const ratePerSecond = async (files: readonly Buffer[], work: (file: Buffer) => Promise<void>): Promise<number> => {
  const start = performance.now()
  let next = 0
  const worker = async (): Promise<void> => {
    for (let file = files[next++]; file; file = files[next++]) await work(file)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return files.length / ((performance.now() - start) / 1_000)
}

/** Decoded once, four renditions, the same qualities; nothing is checked. */
const sharpAlone = async (file: Buffer): Promise<void> => {
  const { data, info } = await sharp(file)
    .resize(PHOTO_FULL, PHOTO_FULL, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  await Promise.all([
    pixels().webp({ quality: 80, effort: 2 }).toBuffer(),
    pixels().resize(400, 500).webp({ quality: 72, effort: 2 }).toBuffer(),
    pixels().resize(160, 160).webp({ quality: 75, effort: 2 }).toBuffer(),
    pixels().resize(24, 30).blur(2).webp({ quality: 50, effort: 2 }).toBuffer(),
  ])
}
