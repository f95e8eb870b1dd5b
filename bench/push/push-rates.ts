import * as v from 'valibot'

export const PushLoad = v.object({ rounds: v.number(), seconds: v.number() })

/** Pushes made ready per second on one core. */
export const PushRates = v.object({
  ours: v.number(),
  /** `web-push` as it comes: signs each one anew. */
  webPush: v.number(),
  /** `web-push` without signing: what remains when one signature serves a push service for hours. */
  encryptionAlone: v.number(),
})
export type PushRates = v.InferOutput<typeof PushRates>
