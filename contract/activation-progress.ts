/** A line of the stream of POST `activation` (`activation.ts`). */
import * as v from 'valibot'
import { ACTIVATION_STEPS } from './activation.ts'
import { ERROR_CODES } from './errors.ts'

export const ActivationProgress = v.variant('state', [
  v.object({ state: v.literal('begun'), step: v.picklist(ACTIVATION_STEPS) }),
  v.object({ state: v.literal('done'), step: v.picklist(ACTIVATION_STEPS) }),
  v.object({ state: v.literal('failed'), step: v.picklist(ACTIVATION_STEPS), error: v.picklist(ERROR_CODES) }),
])
export type ActivationProgress = v.InferOutput<typeof ActivationProgress>
