/**
 * Sending the activation mail [ACC-7]: four steps, told by the server as it does them. One at a time, whichever screen
 * asked for it; a screen that is opened meanwhile shows how far it is.
 */
import { signal } from '@preact/signals-react'
import { ACTIVATION_STEPS, type ActivationStep } from '#contract/activation.ts'
import type { ErrorBody } from '#contract/errors.ts'
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

export const sendActivation = async (): Promise<void> => {
  if (activation.peek().busy) return
  const begun = { ...NOT_ASKED, busy: true }
  activation.value = begun
  const ended = await import('./activation-steps.ts').then(
    ({ followSteps }) => followSteps(begun, (known) => (activation.value = known)),
    // Where what reads the steps does not come, the mail would not go either.
    (): Activation => ({ ...NOT_ASKED, error: { error: 'network_unavailable' } }),
  )
  // Confirmed meanwhile, on another device perhaps: there is nothing to send.
  const isConfirmed = ended.error?.error === 'already_confirmed'
  activation.value = isConfirmed ? NOT_ASKED : ended
  if (isConfirmed) await refreshSession()
}
