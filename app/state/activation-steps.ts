/** The steps of sending the activation mail, as the server reports them [ACC-7]. Loaded when a mail is requested. */
import * as v from 'valibot'
import { type ActivationStep, ActivationProgress } from '#contract/activation.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { streamCall } from '../ports/api-stream.ts'

export type StepState = 'waiting' | 'begun' | 'done' | 'failed'

export type Activation = {
  steps: Readonly<Record<ActivationStep, StepState>>
  busy: boolean
  /** The mail has been sent. */
  sent: boolean
  error: ErrorBody | null
}

/** Requests the mail. @param onProgress gets the state after each step @returns the outcome */
export const followSteps = async (begun: Activation, onProgress: (known: Activation) => void): Promise<Activation> => {
  let known = begun
  const refusal = await streamCall('activation.send', {}, (line) => {
    known = withProgress(known, line)
    onProgress(known)
  })
  return withEnd(known, refusal)
}

/** Applies one line of the stream. An unknown line changes nothing. */
export const withProgress = (known: Activation, line: unknown): Activation => {
  const parsed = v.safeParse(ActivationProgress, line)
  if (!parsed.success) return known
  const { step, state } = parsed.output
  const error = parsed.output.state === 'failed' ? { error: parsed.output.error } : known.error
  return { ...known, steps: { ...known.steps, [step]: state }, error }
}

/** The state after the end of the stream. The mail counts as sent only if its step is done. */
export const withEnd = (known: Activation, refusal: ErrorBody | null): Activation => {
  const error = known.error ?? refusal
  const sent = error === null && known.steps.sending_mail === 'done'
  return { ...known, busy: false, sent, error: sent ? null : (error ?? { error: 'activation_failed' }) }
}
