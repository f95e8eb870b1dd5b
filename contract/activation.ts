/**
 * The stream of POST `activation` [ACC-7]: one JSON object a line (NDJSON, `application/x-ndjson`), a step when it begins
 * and when its work is done, and at the end nothing more, or the error that stopped it.
 */

export const ACTIVATION_STEPS = ['checking_profile', 'creating_account', 'finding_matches', 'sending_mail'] as const
export type ActivationStep = (typeof ACTIVATION_STEPS)[number]
