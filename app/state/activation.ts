/**
 * Sending the activation mail [ACC-7]: four steps, told by the server as it does them. One at a time, whichever screen
 * asked for it; a screen that is opened meanwhile shows how far it is.
 */
import { signal } from '@preact/signals-react'
import * as v from 'valibot'
import { ACTIVATION_STEPS, ActivationProgress, type ActivationStep } from '#contract/activation.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { streamCall } from '../ports/api-stream.ts'
import { onMemberLeft, refreshSession } from './session.ts'

export type StepState = 'waiting' | 'begun' | 'done' | 'failed'

export type Activation = {
  steps: Readonly<Record<ActivationStep, StepState>>
  busy: boolean
  /** The mail is on its way. */
  sent: boolean
  error: ErrorBody | null
}

const WAITING = Object.fromEntries(ACTIVATION_STEPS.map((step) => [step, 'waiting'])) as Activation['steps']
export const NOT_ASKED: Activation = { steps: WAITING, busy: false, sent: false, error: null }

export const activation = signal<Activation>(NOT_ASKED)

onMemberLeft(() => {
  activation.value = NOT_ASKED
})

/** One line of the stream. What is not understood changes nothing. */
export const withProgress = (known: Activation, line: unknown): Activation => {
  const parsed = v.safeParse(ActivationProgress, line)
  if (!parsed.success) return known
  const { step, state } = parsed.output
  const error = parsed.output.state === 'failed' ? { error: parsed.output.error } : known.error
  return { ...known, steps: { ...known.steps, [step]: state }, error }
}

/** The stream has ended: only a mail that was handed over counts as sent. */
export const withEnd = (known: Activation, refusal: ErrorBody | null): Activation => {
  const error = known.error ?? refusal
  const sent = error === null && known.steps.sending_mail === 'done'
  return { ...known, busy: false, sent, error: sent ? null : (error ?? { error: 'activation_failed' }) }
}

export const sendActivation = async (): Promise<void> => {
  if (activation.peek().busy) return
  activation.value = { ...NOT_ASKED, busy: true }
  const refusal = await streamCall('activation.send', {}, (line) => {
    activation.value = withProgress(activation.peek(), line)
  })
  const ended = withEnd(activation.peek(), refusal)
  // Confirmed meanwhile, on another device perhaps: there is nothing to send.
  const isConfirmed = ended.error?.error === 'already_confirmed'
  activation.value = isConfirmed ? NOT_ASKED : ended
  if (isConfirmed) await refreshSession()
}
