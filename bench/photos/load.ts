/** Input and output of the two tasks of the photo bench. */
import * as v from 'valibot'

export const PipelineLoad = v.object({ rounds: v.number(), photos: v.number() })

/** Photos a second. */
export const PipelineRates = v.object({ ours: v.number(), sharpAlone: v.number() })
export type PipelineRates = v.InferOutput<typeof PipelineRates>

/** Every upload begins at once. */
export const UploadLoad = v.object({
  port: v.number(),
  uploads: v.array(v.object({ cookie: v.string(), clientId: v.string(), file: v.string() })),
})
export type UploadLoad = v.InferOutput<typeof UploadLoad>

export const UploadTimes = v.object({
  /** How many were taken; the others answered 429. */
  taken: v.number(),
  seconds: v.number(),
})
export type UploadTimes = v.InferOutput<typeof UploadTimes>
