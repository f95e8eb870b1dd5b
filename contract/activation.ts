/**
 * The stream of POST `activation` [ACC-7]: one JSON object a line (NDJSON, `application/x-ndjson`), a step when it begins
 * and when its work is done, and at the end nothing more, or the error that stopped it.
 */
import * as v from 'valibot'
import { ERROR_CODES } from './errors.ts'

export const ACTIVATION_STEPS = ['checking_profile', 'creating_account', 'finding_matches', 'sending_mail'] as const
export type ActivationStep = (typeof ACTIVATION_STEPS)[number]

/** A line of the stream. */
export const ActivationProgress = v.variant('state', [
  v.object({ state: v.literal('begun'), step: v.picklist(ACTIVATION_STEPS) }),
  v.object({ state: v.literal('done'), step: v.picklist(ACTIVATION_STEPS) }),
  v.object({ state: v.literal('failed'), step: v.picklist(ACTIVATION_STEPS), error: v.picklist(ERROR_CODES) }),
])
export type ActivationProgress = v.InferOutput<typeof ActivationProgress>
